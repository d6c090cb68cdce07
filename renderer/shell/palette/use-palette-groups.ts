import {
  type Icon,
  IconCalendarStats,
  IconChartBar,
  IconDeviceDesktop,
  IconFileExport,
  IconFileImport,
  IconHelpCircle,
  IconInfoCircle,
  IconKey,
  IconLayoutSidebar,
  IconLayoutSidebarLeftCollapse,
  IconLockDown,
  IconMoon,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSettings,
  IconStackPush,
  IconStethoscope,
  IconSun,
  IconTargetArrow,
  IconTicket,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { environmentNames, needsCertificate } from '#shared/profiles/environment.ts'
import { listNames, listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import type { HelpTopic } from '#shared/settings/app-settings.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { type PageCommand, sendPageCommand } from '../../platform/page-command.ts'
import { queries } from '../../platform/queries.ts'
import { profileIdOf, profilePages, profilePageTitles, routeOfPage } from '../../platform/route.ts'
import { useProfileActions } from '../../profiles/use-profile-actions.tsx'
import { changeTheme } from '../../settings/change-settings.ts'
import { openWhenLoaded, showError } from '../../ui/dialog/show-error.tsx'
import { openAbout, openHelp } from '../help/open-help.ts'
import { useSidebar } from '../sidebar/use-sidebar.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'
import { useViewEntries } from './use-view-entries.ts'

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

/**
 * Returns the entries of the command palette: the current profile's pages first, then every profile, page and action.
 */
export function usePaletteGroups(profiles: readonly Profile[]): readonly PaletteGroup[] {
  const { route, go } = useNavigation()
  const client = useQueryClient()
  const { sidebar, changeSidebar } = useSidebar()
  const { isHidden } = sidebar
  const actions = useProfileActions()
  const current = profiles.find(({ id }) => id === profileIdOf(route))

  const views = useViewEntries(current)

  const groups = useMemo(() => {
    const pages = current === undefined ? [] : [pagesOf(current)]
    return [
      ...pages,
      {
        title: 'Profiles',
        entries: profiles.map((profile) => ({
          id: `profile-${profile.id}`,
          label: profile.name,
          words: [environmentNames[profile.environment], profile.clientId],
          profile,
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
          ...(profiles.length === 0
            ? []
            : [
                {
                  id: 'back-up',
                  label: 'Back up…',
                  words: ['backup', 'passphrase'],
                  Icon: IconLockDown,
                  run: () =>
                    openWhenLoaded(import('../../backup/backup-panel.tsx'), ({ openCreateBackup }) =>
                      openCreateBackup(profiles),
                    ),
                },
              ]),
          {
            id: 'sidebar',
            label: isHidden ? 'Show sidebar' : 'Hide sidebar',
            Icon: IconLayoutSidebarLeftCollapse,
            run: () => changeSidebar({ isHidden: !isHidden }),
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
            Icon,
            run: () => void changeTheme(client, theme),
          })),
        ],
      },
    ]

    function actionsOf(profile: Profile): PaletteEntry[] {
      const { id: profileId } = profile
      const onToken = (work: () => void) => (): void => {
        go({ page: 'token', profileId })
        work()
      }
      const onList = (command: PageCommand) => (): void => {
        if (route.page !== 'lists') go(routeOfPage(profileId, 'lists'))
        sendPageCommand(command)
      }
      const getToken = (): void => {
        call('tokens.get', { profileId, renew: false }).catch((error: unknown) =>
          showError('Couldn’t get a token', error),
        )
      }
      const createKey = (): void => {
        go({ page: 'credentials', profileId })
        call('credentials.createKey', { profileId, keySize: 2048 }).then(
          () => client.invalidateQueries({ queryKey: queries.credentials(profileId).queryKey }),
          (error: unknown) => showError('Couldn’t create the key', error),
        )
      }
      return [
        { id: 'get-token', label: 'Get a token', Icon: IconTicket, run: onToken(getToken) },
        {
          id: 'diagnose',
          label: 'Run diagnostics',
          words: ['doctor'],
          Icon: IconStethoscope,
          run: () => {
            go({ page: 'diagnostics', profileId })
            sendPageCommand('diagnose')
          },
        },
        ...(needsCertificate(profile)
          ? [{ id: 'create-key', label: 'Create key', words: ['new', 'certificate'], Icon: IconKey, run: createKey }]
          : []),
        { id: 'load-all', label: 'Load all records', words: ['list'], Icon: IconStackPush, run: onList('load-all') },
        { id: 'charts', label: 'Charts', words: ['list'], Icon: IconChartBar, run: onList('charts') },
      ]
    }

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
          ...actionsOf(profile),
        ],
      }
    }
  }, [current, profiles, route.page, go, client, isHidden, changeSidebar, actions])
  return [...groups.slice(0, current === undefined ? 0 : 1), ...views, ...groups.slice(current === undefined ? 0 : 1)]
}
