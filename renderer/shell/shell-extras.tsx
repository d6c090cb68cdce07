import { ModalsProvider } from '@mantine/modals'
import { useEffect, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { ImportDrop } from '../credentials/import/import-drop.tsx'
import { dialogsLoaded } from '../platform/dialogs.ts'
import { CommandPalette } from './palette/command-palette.tsx'
import { Toasts } from './toasts.tsx'

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
