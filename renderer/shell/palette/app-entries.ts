import {
  type Icon,
  IconCalendarStats,
  IconDeviceDesktop,
  IconFileExport,
  IconFileImport,
  IconHelpCircle,
  IconHome,
  IconInfoCircle,
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLockDown,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconSettings,
  IconSun,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#shared/profiles/profile.ts'
import type { AppSettings, HelpTopic } from '#shared/settings/app-settings.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { useProfileActions } from '../../profiles/use-profile-actions.tsx'
import { changeTheme } from '../../settings/change-settings.ts'
import { openWhenLoaded } from '../../ui/dialog/show-error.tsx'
import { openAbout, openHelp } from '../help/open-help.ts'
import { useSidebar } from '../sidebar/use-sidebar.ts'
import type { PaletteEntry } from './palette-entry.ts'

const themes: readonly { theme: AppSettings['theme']; label: string; Icon: Icon }[] = [
  { theme: 'system', label: 'Theme: System', Icon: IconDeviceDesktop },
  { theme: 'light', label: 'Theme: Light', Icon: IconSun },
  { theme: 'dark', label: 'Theme: Dark', Icon: IconMoon },
]

const helpTopics: readonly { topic: HelpTopic; label: string }[] = [
  { topic: 'shortcuts', label: 'Keyboard shortcuts' },
  { topic: 'filter', label: 'Filter syntax' },
  { topic: 'terms', label: 'Terms' },
]

const places = [
  { page: 'home', label: 'Home', words: ['profiles'], Icon: IconHome },
  { page: 'replacements', label: 'Replacements', words: ['renew'], Icon: IconRefresh },
  {
    page: 'timeline',
    label: 'Certificate timeline',
    words: ['expiry', 'certificates', 'calendar'],
    Icon: IconCalendarStats,
  },
  { page: 'practice', label: 'Practice service', words: ['simulator'], Icon: IconTargetArrow },
  { page: 'settings', label: 'Settings', words: ['preferences', 'warnings'], Icon: IconSettings },
  { page: 'recovery', label: 'Key recovery', words: ['keychain', 'unassigned', 'missing', 'keys'], Icon: IconKey },
] as const

/** Returns a function that lists the pages and actions that belong to no profile. */
export function useAppEntries(): (profiles: readonly Profile[]) => PaletteEntry[] {
  const { go } = useNavigation()
  const client = useQueryClient()
  const { sidebar, changeSidebar } = useSidebar()
  const actions = useProfileActions()
  return (profiles) => [
    { id: 'new-profile', label: 'New profile', Icon: IconPlus, run: () => go({ page: 'new-profile' }) },
    { id: 'import', label: 'Import profile file…', Icon: IconFileImport, run: () => void actions.importFile() },
    ...(profiles.length === 0
      ? []
      : [
          {
            id: 'export-all',
            label: 'Export all profiles…',
            Icon: IconFileExport,
            run: () => void actions.exportFile(profiles),
          },
          {
            id: 'back-up',
            label: 'Back up…',
            words: ['backup', 'passphrase', 'export'],
            Icon: IconLockDown,
            run: () =>
              openWhenLoaded(import('../../backup/backup-panel.tsx'), ({ openCreateBackup }) =>
                openCreateBackup(profiles),
              ),
          },
        ]),
    ...places.map(({ page, ...entry }) => ({ id: page, ...entry, run: () => go({ page }) })),
    {
      id: 'sidebar',
      label: sidebar.isHidden ? 'Show sidebar' : 'Hide sidebar',
      Icon: IconLayoutSidebarLeftCollapse,
      run: () => changeSidebar({ isHidden: !sidebar.isHidden }),
    },
    ...helpTopics.map(({ topic, label }) => ({
      id: `help-${topic}`,
      label,
      words: ['help'],
      Icon: IconHelpCircle,
      run: () => openHelp(topic),
    })),
    {
      id: 'about',
      label: 'About Clavis',
      words: ['version', 'licenses', 'updates'],
      Icon: IconInfoCircle,
      run: openAbout,
    },
    ...themes.map(({ theme, label, Icon }) => ({
      id: `theme-${theme}`,
      label,
      words: [`${theme} mode`],
      Icon,
      run: () => void changeTheme(client, theme),
    })),
  ]
}
