import { useEffect, type RefObject } from 'react'
import { isFocusLost } from './focus-lost.ts'

/**
 * Gives an element the keyboard’s focus when it appears in the place of what had it.
 * @param isFollowing whether it takes the place of something
 */
export function useLostFocus(element: RefObject<HTMLElement | null>, isFollowing: RefObject<boolean>): void {
  useEffect(() => {
    // Whoever went elsewhere meanwhile is left there.
    if (isFollowing.current && isFocusLost()) element.current?.focus({ preventScroll: true })
  }, [element, isFollowing])
}
