import { useQuery } from '@tanstack/react-query'
import { nextActionLabel } from '#shared/health/next-action.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { routeOfAction } from '../../health/route-of-action.ts'
import { useHealths, type JudgedHealth } from '../../health/use-healths.ts'
import { useOpenSavedView } from '../../lists/views/use-open-saved-view.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf } from '../../platform/route.ts'
import { useAppEntries } from './app-entries.ts'
import type { PaletteEntries, PaletteEntry } from './palette-entry.ts'
import { useProfileEntries } from './profile-entries.ts'
import { useWatchEntries } from './watch-entries.ts'

/** How many profiles are suggested before anything is typed. */
const maxSuggested = 8

/**
 * Returns the palette's entries. Of equal matches, profiles come first, then what belongs to the current profile, then
 * what belongs to none, then other profiles, the most urgent first.
 */
export function usePaletteEntries(profiles: readonly Profile[]): PaletteEntries {
  const { route, go } = useNavigation()
  const healths = useHealths()
  const { data: views } = useQuery(queries.savedViews)
  const { data: lists } = useQuery(queries.loadedLists)
  const { data: expiry } = useQuery(queries.expiry)
  const openView = useOpenSavedView()
  const profileEntries = useProfileEntries()
  const watchEntries = useWatchEntries()
  const app = useAppEntries()(profiles)
  const viewsOf = Map.groupBy(views ?? [], ({ profileId }) => profileId)
  const listsOf = Map.groupBy(lists ?? [], ({ profileId }) => profileId)
  const certificatesOf = Map.groupBy(expiry?.certificates ?? [], ({ profileId }) => profileId)

  const itself = ({ profile, health: { next } }: JudgedHealth): PaletteEntry => ({
    id: `profile-${profile.id}`,
    words: [environmentNames[profile.environment], profile.clientId],
    profile,
    detail: next.action.kind === 'none' ? undefined : next.sentence,
    run: () => go({ page: 'overview', profileId: profile.id }),
  })
  const suggestion = (judged: JudgedHealth): PaletteEntry => {
    const { profile, health } = judged
    const { action, sentence: detail } = health.next
    const label = nextActionLabel(action)
    if (label === undefined) return itself(judged)
    return { id: `next-${profile.id}`, label, profile, detail, run: () => go(routeOfAction(action, profile.id)) }
  }
  const inProfile = ({ profile, health: { next, daysLeft } }: JudgedHealth): PaletteEntry[] => [
    ...profileEntries(profile, {
      hasCertificate: daysLeft !== undefined,
      replacement: next.action.kind === 'replace' ? next.sentence : undefined,
      loaded: new Map(listsOf.get(profile.id)?.map(({ list, records }) => [list, records])),
    }),
    ...(viewsOf.get(profile.id) ?? []).map(({ view }) => ({
      id: `view-${view.id}`,
      label: `${listTitles[view.list]} · ${view.name}`,
      words: ['saved', 'view', 'list'],
      profile,
      detail: 'Saved view',
      run: () => openView(profile.id, view),
    })),
    ...watchEntries(
      profile,
      (viewsOf.get(profile.id) ?? []).map(({ view }) => view),
    ),
    ...(certificatesOf.get(profile.id) ?? []).map(({ credentialId, thumbprint, fingerprint }) => ({
      id: `certificate-${credentialId}`,
      label: `Certificate ${thumbprint.slice(0, 8)}…`,
      words: [thumbprint, fingerprint],
      profile,
      detail: 'Thumbprint',
      run: () => go({ page: 'credentials', profileId: profile.id, credentialId }),
    })),
  ]

  const entriesOf = (those: readonly JudgedHealth[]): PaletteEntry[] => those.flatMap(inProfile)
  const isCurrent = ({ profile }: JudgedHealth): boolean => profile.id === profileIdOf(route)
  const current = entriesOf(healths.filter(isCurrent))
  return {
    suggested: [...healths.slice(0, maxSuggested).map(suggestion), ...current, ...app],
    all: [...healths.map(itself), ...current, ...app, ...entriesOf(healths.filter((each) => !isCurrent(each)))],
  }
}
