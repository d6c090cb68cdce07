import { Popover, type FloatingPosition } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './floating-card.module.css'

interface FloatingCardProps {
  /** Position of that part in the window. */
  readonly box: DOMRect
  readonly position: FloatingPosition
  readonly testId: string
  readonly children: ReactNode
}

/** Renders a card beside a part of a drawing. It repeats the part's label, so screen readers skip it. */
export function FloatingCard({ box, position, testId, children }: FloatingCardProps): ReactElement {
  return (
    <Popover
      opened
      withinPortal
      position={position}
      offset={8}
      withRoles={false}
      trapFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <div
          className={classes['anchor']}
          style={{ left: box.left, top: box.top, width: Math.min(box.width, 320), height: box.height }}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes['card'] ?? ''} aria-hidden data-testid={testId}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
