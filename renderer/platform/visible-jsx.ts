import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsx as element, jsxs as elementWithList } from 'react/jsx-runtime'
import { visibleText } from '../../shared/model/values/visible-text.ts'

/**
 * React's `jsx-runtime`, in whose place the build puts it for the whole page, Mantine included: every text that the page
 * shows is made here, wherever it came from, so that hidden characters of a service become visible in all of them. What
 * components hand on to each other stays as it is: fields, copying and saving have the characters that came.
 */
export { Fragment }

/** Makes an element. */
export function jsx(type: ElementType, props: unknown, key?: Key): ReactElement {
  return element(type, isShown(type) ? visibleProps(props) : props, key)
}

/** Makes an element with a fixed list of children. */
export function jsxs(type: ElementType, props: unknown, key?: Key): ReactElement {
  return elementWithList(type, isShown(type) ? visibleProps(props) : props, key)
}

/** Of what people see or hear; a field's value is none. */
const shownProps = [
  'children',
  'title',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'alt',
  'placeholder',
  'label',
]

/** Whether an element stands in the document itself: what a component does with its texts is its own affair. */
function isShown(type: ElementType): boolean {
  return typeof type === 'string' || type === Fragment
}

function visibleProps(props: unknown): unknown {
  const given = props as Readonly<Record<string, unknown>>
  let visible: Record<string, unknown> | undefined
  for (const name of shownProps) {
    const value = given[name]
    const shown = visibleNode(value)
    if (shown !== value) visible = { ...(visible ?? given), [name]: shown }
  }
  return visible ?? props
}

function visibleNode(node: unknown): unknown {
  if (typeof node === 'string') return visibleText(node)
  if (!Array.isArray(node)) return node
  const shown = node.map(visibleNode)
  return shown.some((part, index) => part !== node[index]) ? shown : node
}
