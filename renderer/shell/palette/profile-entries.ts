import { useQueryClient } from '@tanstack/react-query'
import { needsCertificate } from '#shared/profiles/environment.ts'
import { listNames, listTitles, type ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { type PageCommand, sendPageCommand } from '../../platform/page-command.ts'
import { queries } from '../../platform/queries.ts'
import { profileIdOf, profilePages, profilePageTitles, type Route, routeOfPage } from '../../platform/route.ts'
import { useProfileActions } from '../../profiles/use-profile-actions.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import type { PaletteEntry } from './palette-entry.ts'

/** What people also call a profile's pages. */
const pageWords = {
  overview: ['status'],
  credentials: ['certificates', 'keys', 'thumbprints', 'portal', 'import'],
  token: ['assertion', 'jwt'],
  requests: ['activity', 'log', 'calls', 'http'],
} as const

interface KnownDetails {
  readonly hasCertificate: boolean
  /** What is next, if it is to replace the certificate. */
  readonly replacement: string | undefined
  readonly loaded: ReadonlyMap<ListName, number>
}

/** Returns a function that lists every page and action of a profile, from wherever the person is. */
export function useProfileEntries(): (profile: Profile, known: KnownDetails) => PaletteEntry[] {
  const { route, go } = useNavigation()
  const client = useQueryClient()
  const { exportFile } = useProfileActions()

  return (profile, { hasCertificate, replacement, loaded }) => {
    const { id: profileId } = profile
    const of = (name: string, label: string, words: readonly string[], run: () => void): PaletteEntry => ({
      id: `${name}-${profileId}`,
      label,
      words,
      profile,
      run,
    })
    const to = (next: Route) => (): void => go(next)
    const onPage = (next: Route, command: PageCommand) => (): void => {
      const isOpen = next.page === route.page && profileIdOf(route) === profileId
      if (!isOpen) go(next)
      sendPageCommand(command, isOpen)
    }
    const ask = (page: 'token' | 'credentials', what: string, work: () => Promise<unknown>) => (): void => {
      go({ page, profileId })
      work().catch((error: unknown) => showError(`Couldn’t ${what}`, error))
    }
    const createKey = async (): Promise<void> => {
      await call('credentials.createKey', { profileId, keySize: 2048 })
      await client.invalidateQueries({ queryKey: queries.credentials(profileId).queryKey })
    }
    const reports = routeOfPage(profileId, 'lists')
    return [
      ...profilePages.flatMap((page) =>
        page === 'lists'
          ? listNames.map((list) => {
              const count = loaded.get(list)
              const words = ['lists', 'records', 'export', 'csv', 'snapshot']
              return {
                ...of(`list-${list}`, listTitles[list], words, to({ page, profileId, list })),
                detail: count === undefined ? undefined : `${count.toLocaleString()} loaded`,
              }
            })
          : [of(page, profilePageTitles[page], pageWords[page], to(routeOfPage(profileId, page)))],
      ),
      of(
        'get-token',
        'Get a token',
        [],
        ask('token', 'get a token', () => call('tokens.get', { profileId, renew: false })),
      ),
      of(
        'diagnose',
        'Run diagnostics',
        ['diagnose', 'doctor', 'check'],
        onPage({ page: 'diagnostics', profileId }, 'diagnose'),
      ),
      ...(hasCertificate
        ? [
            {
              ...of('replace', 'Replace certificate…', ['renew', 'rotate'], to({ page: 'replacement', profileId })),
              detail: replacement,
            },
          ]
        : []),
      ...(needsCertificate(profile)
        ? [
            of(
              'create-key',
              'Create key',
              ['new', 'certificate', 'csr'],
              ask('credentials', 'create the key', createKey),
            ),
          ]
        : []),
      of('load-all', 'Load all records', ['list', 'reports'], onPage(reports, 'load-all')),
      of('charts', 'Charts', ['list', 'reports'], onPage(reports, 'charts')),
      of('edit', 'Edit profile', ['settings', 'proxy', 'addresses'], to({ page: 'edit-profile', profileId })),
      of('export', 'Export profile…', ['settings', 'file'], () => void exportFile([profile])),
    ]
  }
}
