import { Menu } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ReactElement, ReactNode } from 'react'

/** Opens a menu at a place in the window, in pixels. */
export function AnchoredMenu({
  label,
  left,
  top,
  width,
  returnFocus = false,
  onClose,
  children,
}: {
  readonly label: string
  readonly left: number
  readonly top: number
  readonly width: number
  /** Whether the element that had the focus gets it back. */
  readonly returnFocus?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactElement {
  // At a place outside the window it could not be seen.
  useWindowEvent('resize', () => {
    if (left >= innerWidth || top >= innerHeight) onClose()
  })
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      width={width}
      returnFocus={returnFocus}
      withInitialFocusPlaceholder={false}
      // It belongs to the part of the page that opened it.
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
      middlewares={{ flip: true, shift: true, size: true }}
      // The key that opens it has not reached the document yet.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', left, top, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} style={{ overflow: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
