import { useWindowEvent } from '@mantine/hooks'

/** Closes a menu whose place is outside the window after resizing, where it could not be seen. */
export function useAnchorInWindow(
  { left, top }: { readonly left: number; readonly top: number },
  onGone: () => void,
): void {
  useWindowEvent('resize', () => {
    if (left >= innerWidth || top >= innerHeight) onGone()
  })
}
