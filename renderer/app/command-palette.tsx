import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import {
  IconCalendarStats,
  IconDeviceDesktop,
  IconFileExport,
  IconFileImport,
  IconLayoutSidebar,
  IconMoon,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconSettings,
  IconSun,
  IconTargetArrow,
} from '@tabler/icons-react'
import { useMemo, type ReactElement } from 'react'
import type { AppSettings } from '../../shared/model/app.ts'
import { environmentNames } from '../../shared/model/environment.ts'
import { listNames, listTitles } from '../../shared/model/list-name.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { useProfileActions } from '../profiles/use-profile-actions.tsx'
import { changeTheme } from '../settings/change-theme.ts'
import { EnvironmentBadge } from '../ui/environment-badge.tsx'
import { useNavigation } from './navigation.tsx'
import { profileIdOf, profilePages, profilePageTitles, routeOfPage } from './route.ts'
import classes from './command-palette.module.css'

const themes: readonly { theme: AppSettings['theme']; label: string; Icon: typeof IconSun }[] = [
  { theme: 'system', label: 'Theme: as the system', Icon: IconDeviceDesktop },
  { theme: 'light', label: 'Theme: light', Icon: IconSun },
  { theme: 'dark', label: 'Theme: dark', Icon: IconMoon },
]

/** Ctrl or Cmd and K: every profile, page and action by name. */
export function CommandPalette({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement {
  const { route, go } = useNavigation()
  const client = useQueryClient()
  const actions = useProfileActions()
  const current = profiles.find(({ id }) => id === profileIdOf(route))

  const groups = useMemo<SpotlightActionGroupData[]>(() => {
    const pages = current === undefined ? [] : [pagesOf(current)]
    return [
      ...pages,
      {
        group: 'Profiles',
        actions: profiles.map((profile) => ({
          id: `profile-${profile.id}`,
          label: profile.name,
          keywords: [environmentNames[profile.environment], profile.clientId],
          rightSection: <EnvironmentBadge environment={profile.environment} />,
          onClick: () => go({ page: 'overview', profileId: profile.id }),
        })),
      },
      {
        group: 'Clavis',
        actions: [
          {
            id: 'new-profile',
            label: 'New profile',
            leftSection: <IconPlus size={16} />,
            onClick: () => go({ page: 'new-profile' }),
          },
          {
            id: 'import',
            label: 'Import a profile file…',
            leftSection: <IconFileImport size={16} />,
            onClick: () => void actions.importFile(),
          },
          ...(profiles.length === 0
            ? []
            : [
                {
                  id: 'export-all',
                  label: 'Export all profiles…',
                  leftSection: <IconFileExport size={16} />,
                  onClick: () => void actions.exportFile(profiles),
                },
              ]),
          {
            id: 'replacements',
            label: 'Replacements',
            leftSection: <IconRefresh size={16} />,
            onClick: () => go({ page: 'replacements' }),
          },
          {
            id: 'timeline',
            label: 'Certificate timeline',
            keywords: ['expiry', 'certificates'],
            leftSection: <IconCalendarStats size={16} />,
            onClick: () => go({ page: 'timeline' }),
          },
          {
            id: 'practice',
            label: 'Practice service',
            leftSection: <IconTargetArrow size={16} />,
            onClick: () => go({ page: 'practice' }),
          },
          {
            id: 'settings',
            label: 'Settings',
            leftSection: <IconSettings size={16} />,
            onClick: () => go({ page: 'settings' }),
          },
          ...themes.map(({ theme, label, Icon }) => ({
            id: `theme-${theme}`,
            label,
            leftSection: <Icon size={16} />,
            onClick: () => void changeTheme(client, theme),
          })),
        ],
      },
    ].filter((group) => group.actions.length > 0)

    function pagesOf(profile: Profile): SpotlightActionGroupData {
      const plain = profilePages.filter((page) => page !== 'lists')
      return {
        group: profile.name,
        actions: [
          ...plain.map((page) => ({
            id: `page-${page}`,
            label: profilePageTitles[page],
            leftSection: <IconLayoutSidebar size={16} />,
            onClick: () => go(routeOfPage(profile.id, page)),
          })),
          ...listNames.map((list) => ({
            id: `list-${list}`,
            label: listTitles[list],
            keywords: ['list'],
            leftSection: <IconLayoutSidebar size={16} />,
            onClick: () => go({ page: 'lists', profileId: profile.id, list }),
          })),
          {
            id: 'edit',
            label: 'Edit profile',
            leftSection: <IconPencil size={16} />,
            onClick: () => go({ page: 'edit-profile', profileId: profile.id }),
          },
        ],
      }
    }
  }, [current, profiles, go, client, actions])

  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      tagsToIgnore={[]}
      nothingFound="Nothing of that name."
      highlightQuery
      scrollable
      maxHeight={420}
      lockScroll={false}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      transitionProps={{ duration: 80, transition: 'fade' }}
      overlayProps={{ backgroundOpacity: 0.3 }}
      searchProps={{
        leftSection: <IconSearch size={17} aria-hidden />,
        placeholder: 'Go to a profile, a page or an action',
        'aria-label': 'Go to a profile, a page or an action',
      }}
      classNames={{
        content: classes['content'] ?? '',
        search: classes['search'] ?? '',
        action: classes['action'] ?? '',
        actionsGroup: classes['group'] ?? '',
        actionsList: classes['list'] ?? '',
      }}
    />
  )
}
