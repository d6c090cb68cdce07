import { useEffect, type RefObject } from 'react'

/** Marks an element that has the focus only because nothing else has it. */
export const standIn = 'data-focus-stand-in'

/** Returns whether nothing has the focus because the element that had it is gone. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.hasAttribute(standIn)
}

/** Gives an element the focus when it is shown, if nothing has it: what had it was replaced by the element. */
export function useLostFocus(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Not if the person moved the focus elsewhere meanwhile.
    if (isFocusLost()) element.current?.focus({ preventScroll: true })
  }, [element])
}
