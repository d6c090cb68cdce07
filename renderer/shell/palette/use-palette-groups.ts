import { useQueryClient } from '@tanstack/react-query'
import {
  IconCalendarStats,
  IconDeviceDesktop,
  IconFileExport,
  IconFileImport,
  IconInfoCircle,
  IconLayoutSidebar,
  IconMoon,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconKey,
  IconSettings,
  IconSun,
  IconTargetArrow,
  type Icon,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import type { AppSettings } from '../../../shared/model/settings/app-settings.ts'
import { environmentNames } from '../../../shared/model/profile/environment.ts'
import { listNames, listTitles } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { openAbout } from '../../about/open-about.ts'
import { useProfileActions } from '../../profiles/use-profile-actions.tsx'
import { changeTheme } from '../../settings/change-theme.ts'
import { useNavigation } from '../../platform/navigation/navigation.tsx'
import type { PaletteGroup } from './palette-entry.ts'
import { profileIdOf, profilePages, profilePageTitles, routeOfPage } from '../../platform/navigation/route.ts'

const themes: readonly { theme: AppSettings['theme']; label: string; Icon: Icon }[] = [
  { theme: 'system', label: 'Theme: System', Icon: IconDeviceDesktop },
  { theme: 'light', label: 'Theme: Light', Icon: IconSun },
  { theme: 'dark', label: 'Theme: Dark', Icon: IconMoon },
]

/**
 * Returns the entries of the command palette: the current profile's pages first, then every profile, page and action.
 */
export function usePaletteGroups(profiles: readonly Profile[]): readonly PaletteGroup[] {
  const { route, go } = useNavigation()
  const client = useQueryClient()
  const actions = useProfileActions()
  const current = profiles.find(({ id }) => id === profileIdOf(route))

  return useMemo(() => {
    const pages = current === undefined ? [] : [pagesOf(current)]
    return [
      ...pages,
      {
        title: 'Profiles',
        entries: profiles.map((profile) => ({
          id: `profile-${profile.id}`,
          label: profile.name,
          words: [environmentNames[profile.environment], profile.clientId],
          environment: profile.environment,
          run: () => go({ page: 'overview', profileId: profile.id }),
        })),
      },
      {
        title: 'Clavis',
        entries: [
          { id: 'new-profile', label: 'New profile', Icon: IconPlus, run: () => go({ page: 'new-profile' }) },
          {
            id: 'import',
            label: 'Import profile file…',
            Icon: IconFileImport,
            run: () => void actions.importFile(),
          },
          ...(profiles.length === 0
            ? []
            : [
                {
                  id: 'export-all',
                  label: 'Export all profiles…',
                  Icon: IconFileExport,
                  run: () => void actions.exportFile(profiles),
                },
              ]),
          { id: 'replacements', label: 'Replacements', Icon: IconRefresh, run: () => go({ page: 'replacements' }) },
          {
            id: 'timeline',
            label: 'Certificate timeline',
            words: ['expiry', 'certificates'],
            Icon: IconCalendarStats,
            run: () => go({ page: 'timeline' }),
          },
          { id: 'practice', label: 'Practice service', Icon: IconTargetArrow, run: () => go({ page: 'practice' }) },
          { id: 'settings', label: 'Settings', Icon: IconSettings, run: () => go({ page: 'settings' }) },
          {
            id: 'recovery',
            label: 'Key recovery',
            words: ['keychain', 'unassigned', 'missing', 'keys'],
            Icon: IconKey,
            run: () => go({ page: 'recovery' }),
          },
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
            Icon,
            run: () => void changeTheme(client, theme),
          })),
        ],
      },
    ]

    function pagesOf(profile: Profile): PaletteGroup {
      const plain = profilePages.filter((page) => page !== 'lists')
      return {
        title: profile.name,
        entries: [
          ...plain.map((page) => ({
            id: `page-${page}`,
            label: profilePageTitles[page],
            Icon: IconLayoutSidebar,
            run: () => go(routeOfPage(profile.id, page)),
          })),
          ...listNames.map((list) => ({
            id: `list-${list}`,
            label: listTitles[list],
            words: ['list'],
            Icon: IconLayoutSidebar,
            run: () => go({ page: 'lists', profileId: profile.id, list }),
          })),
          {
            id: 'edit',
            label: 'Edit profile',
            Icon: IconPencil,
            run: () => go({ page: 'edit-profile', profileId: profile.id }),
          },
        ],
      }
    }
  }, [current, profiles, go, client, actions])
}
