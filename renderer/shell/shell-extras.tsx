import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { ImportDrop } from '../credentials/import/import-drop.tsx'
import { dialogsLoaded } from '../platform/dialogs.ts'
import { useNavigation } from '../platform/navigation.tsx'
import type { Route } from '../platform/route.ts'
import { CommandPalette } from './palette/command-palette.tsx'
import classes from './shell-extras.module.css'

interface ShellExtrasProps {
  readonly profiles: readonly Profile[]
  readonly isPaletteOpen: boolean
  readonly setPaletteOpen: (isOpen: boolean) => void
}

/** What is behind a click, a key or a drop on every page: dialogs, notifications, command palette, import. */
export function ShellExtras({ profiles, isPaletteOpen, setPaletteOpen }: ShellExtrasProps): ReactElement {
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

const pagesWithFoot = new Set<Route['page']>(['new-profile', 'edit-profile', 'lists', 'comparison'])

/** Shows notifications over the page's lower edge, so that nothing moves, but clear of the buttons at its right and foot. */
function Toasts(): ReactElement {
  const { route } = useNavigation()
  const place = [classes['place'], pagesWithFoot.has(route.page) && classes['aboveFoot']]
  return (
    <section aria-label="Notifications">
      <Notifications
        position="bottom-center"
        autoClose={4000}
        limit={2}
        withinPortal={false}
        classNames={{ root: place.filter(Boolean).join(' '), notification: classes['toast'] ?? '' }}
      />
    </section>
  )
}
