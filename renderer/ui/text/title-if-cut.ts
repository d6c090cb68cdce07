import type { PointerEvent } from 'react'

/** Returns props that show a text as tooltip only while the element, or a part of it, is too narrow for it. */
export function titleIfCut(text: string): { readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void } {
  return {
    onPointerEnter: ({ currentTarget: element }) => {
      const isCut = [element, ...element.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      element.title = isCut ? text : ''
    },
  }
}
