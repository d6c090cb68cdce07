import { type KeyboardEvent, type SVGAttributes, useState } from 'react'

/**
 * Returns the group that a key moves the focus to; undefined if it leads nowhere.
 * @param inRow number of groups in a row; the others wrap to the next one
 */
export function groupAfterKey(key: string, from: number, count: number, inRow: number): number | undefined {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, ArrowUp: from - inRow, ArrowDown: from + inRow }[key]
  if (to !== undefined) {
    // With one row or one column, all four arrows go through the groups.
    const step = inRow >= count && (key === 'ArrowUp' || key === 'ArrowDown') ? from + (key === 'ArrowUp' ? -1 : 1) : to
    return step >= 0 && step < count ? step : undefined
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

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
