import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { ImportDrop } from '../credentials/import/import-drop.tsx'
import { dialogsLoaded } from '../platform/dialogs.ts'
import { CommandPalette } from './palette/command-palette.tsx'
import classes from './shell-extras.module.css'

/** What is behind a click, a key or a drop on every page: dialogs, notifications, command palette, import. */
export function ShellExtras({
  profiles,
  isPaletteOpen,
  setPaletteOpen,
}: {
  readonly profiles: readonly Profile[]
  readonly isPaletteOpen: boolean
  readonly setPaletteOpen: (isOpen: boolean) => void
}): ReactElement {
  // After the provider's own effect, which listens for dialogs.
  useEffect(dialogsLoaded, [])
  return (
    <ModalsProvider>
      <Toasts />
      <CommandPalette profiles={profiles} isOpen={isPaletteOpen} setOpen={setPaletteOpen} />
      <ImportDrop />
    </ModalsProvider>
  )
}

/** Shows notifications over the page's lower corner, so that nothing moves. */
function Toasts(): ReactElement {
  return (
    <section aria-label="Notifications">
      <Notifications
        position="bottom-right"
        autoClose={6000}
        limit={3}
        withinPortal={false}
        classNames={{ root: classes['place'] ?? '', notification: classes['toast'] ?? '' }}
      />
    </section>
  )
}
