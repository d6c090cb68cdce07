import { useState, type KeyboardEvent, type SVGAttributes } from 'react'
import { groupAfterKey } from './group-after-key.ts'

type GroupProps = Pick<SVGAttributes<SVGGElement>, 'tabIndex' | 'onClick' | 'onKeyDown'>

/**
 * Lets the keyboard move through the groups of a picture, of which Tab reaches one.
 * @param mark the attribute that holds a group's index
 * @param inRow number of groups in a row
 * @param choose is called for a click, Enter or Space
 */
export function useGroupFocus(
  mark: `data-${string}`,
  count: number,
  inRow: number,
  choose: (index: number) => void,
): { readonly setFocused: (index: number) => void; readonly propsOf: (index: number) => GroupProps } {
  const [focused, setFocused] = useState(0)
  function onKeyDown(event: KeyboardEvent<SVGGElement>, index: number): void {
    const isChosen = event.key === 'Enter' || event.key === ' '
    const next = isChosen ? undefined : groupAfterKey(event.key, index, count, inRow)
    if (!isChosen && next === undefined) return
    event.preventDefault()
    if (isChosen) choose(index)
    else event.currentTarget.ownerSVGElement?.querySelector<SVGGElement>(`[${mark}="${next}"]`)?.focus()
  }
  return {
    setFocused,
    propsOf: (index) => ({
      tabIndex: index === (focused < count ? focused : 0) ? 0 : -1,
      onClick: () => choose(index),
      onKeyDown: (event) => onKeyDown(event, index),
    }),
  }
}
