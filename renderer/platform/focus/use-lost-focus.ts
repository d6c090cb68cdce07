import { useEffect, type RefObject } from 'react'
import { isFocusLost } from './focus-lost.ts'

/**
 * Gives an element the focus when it replaces the one that had it.
 * @param isFollowing whether it replaces something
 */
export function useLostFocus(element: RefObject<HTMLElement | null>, isFollowing: RefObject<boolean>): void {
  useEffect(() => {
    // Not if the person moved the focus elsewhere meanwhile.
    if (isFollowing.current && isFocusLost()) element.current?.focus({ preventScroll: true })
  }, [element, isFollowing])
}
