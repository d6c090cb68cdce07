import { useQuery } from '@tanstack/react-query'
import { environmentNames } from '#shared/profiles/environment.ts'
import { listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useOpenSavedView } from '../../lists/views/use-open-saved-view.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { profileIdOf } from '../../platform/route.ts'
import { nextActionLabel, routeOfAction } from '../../profiles/next-action.ts'
import type { HomeRow } from '../home/home-rows.ts'
import { useHomeRows } from '../home/use-home-rows.ts'
import { useAppEntries } from './app-entries.ts'
import type { PaletteEntries, PaletteEntry } from './palette-entry.ts'
import { useProfileEntries } from './profile-entries.ts'

/** How many profiles are suggested before anything is typed. */
const maxSuggested = 8

/**
 * Returns the palette's entries. Of equal matches, profiles come first, then what belongs to the current profile, then
 * what belongs to none, then other profiles, the most urgent first.
 */
export function usePaletteEntries(profiles: readonly Profile[]): PaletteEntries {
  const { route, go } = useNavigation()
  const { rows } = useHomeRows()
  const { data: views } = useQuery(queries.savedViews)
  const { data: lists } = useQuery(queries.loadedLists)
  const { data: expiry } = useQuery(queries.expiry)
  const openView = useOpenSavedView()
  const profileEntries = useProfileEntries()
  const app = useAppEntries()(profiles)
  const viewsOf = Map.groupBy(views ?? [], ({ profileId }) => profileId)
  const listsOf = Map.groupBy(lists ?? [], ({ profileId }) => profileId)
  const certificatesOf = Map.groupBy(expiry?.certificates ?? [], ({ profileId }) => profileId)

  /** The profile itself. */
  const itself = (profile: Profile, { next }: HomeRow): PaletteEntry => ({
    id: `profile-${profile.id}`,
    words: [environmentNames[profile.environment], profile.clientId],
    profile,
    detail: next.action.kind === 'none' ? undefined : next.sentence,
    run: () => go({ page: 'overview', profileId: profile.id }),
  })
  const suggestion = (profile: Profile, row: HomeRow): PaletteEntry => {
    const { action, sentence: detail } = row.next
    const label = nextActionLabel(action)
    if (label === undefined) return itself(profile, row)
    return { id: `next-${profile.id}`, label, profile, detail, run: () => go(routeOfAction(action, profile.id)) }
  }
  const inProfile = (profile: Profile, { judged, next }: HomeRow): PaletteEntry[] => [
    ...profileEntries(profile, {
      hasCertificate: judged?.certificate !== undefined,
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
    ...(certificatesOf.get(profile.id) ?? []).map(({ credentialId, thumbprint, fingerprint }) => ({
      id: `certificate-${credentialId}`,
      label: `Certificate ${thumbprint.slice(0, 8)}…`,
      words: [thumbprint, fingerprint],
      profile,
      detail: 'Thumbprint',
      run: () => go({ page: 'credentials', profileId: profile.id, credentialId }),
    })),
  ]

  const byId = new Map(profiles.map((profile) => [profile.id, profile]))
  const known = rows.flatMap((row) => {
    const profile = byId.get(row.profile.id)
    return profile === undefined ? [] : [{ profile, row }]
  })
  const entriesOf = (those: typeof known): PaletteEntry[] =>
    those.flatMap(({ profile, row }) => inProfile(profile, row))
  const isCurrent = ({ profile }: (typeof known)[number]): boolean => profile.id === profileIdOf(route)
  const current = entriesOf(known.filter(isCurrent))
  return {
    suggested: [
      ...known.slice(0, maxSuggested).map(({ profile, row }) => suggestion(profile, row)),
      ...current,
      ...app,
    ],
    all: [
      ...known.map(({ profile, row }) => itself(profile, row)),
      ...current,
      ...app,
      ...entriesOf(known.filter((each) => !isCurrent(each))),
    ],
  }
}
