import { useWindowEvent } from '@mantine/hooks'

/**
 * Closes a menu whose place a smaller window has no more: it would stay open where nobody sees it, and whatever is clicked
 * next would only close it.
 */
export function useAnchorInWindow(
  { left, top }: { readonly left: number; readonly top: number },
  onGone: () => void,
): void {
  useWindowEvent('resize', () => {
    if (left >= innerWidth || top >= innerHeight) onGone()
  })
}
