import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsx as element, jsxs as elementWithList } from 'react/jsx-runtime'
import { visibleText } from '#shared/values/visible-text.ts'

/**
 * Replaces React's `jsx-runtime` in the build of the whole page, including Mantine: every displayed text is created
 * here, so that hidden characters of foreign text become visible everywhere. Props between components are unchanged:
 * fields, copying and saving keep the original characters. No HTML is created from text.
 */
export { Fragment }

export function jsx(type: ElementType, props: unknown, key?: Key): ReactElement {
  if (type === 'style') return element(type, styleProps(props), key)
  return element(type, isShown(type) ? visibleProps(props) : props, key)
}

export function jsxs(type: ElementType, props: unknown, key?: Key): ReactElement {
  return elementWithList(type, isShown(type) ? visibleProps(props) : props, key)
}

/** Passes a style sheet as text: Mantine passes it as HTML, which the page's Trusted Types refuse (decision 062). */
function styleProps(props: unknown): unknown {
  const { dangerouslySetInnerHTML: html, ...others } = props as {
    readonly dangerouslySetInnerHTML?: { readonly __html: string }
  }
  return html === undefined ? props : { ...others, children: html.__html }
}

/** Props that people see or hear; a field's value is not among them. */
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

/** Returns whether an element is in the document itself; what components do with their text is up to them. */
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
