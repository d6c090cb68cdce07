import { IconBell, IconBellZ, IconCalendar } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { MenuItem } from '../ui/controls/buttons.tsx'
import type { SnoozeActions } from './use-snooze.tsx'

interface SnoozeItemsProps {
  readonly actions: SnoozeActions
  readonly isSnoozed: boolean
  readonly canSnooze?: boolean
  /** Further moments to snooze until. */
  readonly children?: ReactNode
}

/** Renders the items of a menu that pause warnings, or the one that resumes them. */
export function SnoozeItems({ actions, isSnoozed, canSnooze = true, children }: SnoozeItemsProps): ReactElement | null {
  if (isSnoozed)
    return (
      <MenuItem icon={IconBell} onClick={actions.unsnooze}>
        Resume warnings
      </MenuItem>
    )
  if (!canSnooze) return null
  return (
    <>
      <MenuItem icon={IconBellZ} onClick={() => actions.snoozeFor(1)}>
        Snooze for a day
      </MenuItem>
      <MenuItem icon={IconBellZ} onClick={() => actions.snoozeFor(7)}>
        Snooze for a week
      </MenuItem>
      {children}
      <MenuItem icon={IconCalendar} onClick={actions.snoozeUntilDate}>
        Snooze until…
      </MenuItem>
    </>
  )
}
