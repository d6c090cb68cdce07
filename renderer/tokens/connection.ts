import { useMutation, useQuery, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'

/** How the last test of a profile in this window went. */
export interface TestOutcome {
  /** Why it failed; undefined if it succeeded. */
  readonly error?: unknown
  /** When it ended, milliseconds since the epoch. */
  readonly at: number
  /** Of the profile's settings. */
  readonly revision: number
}

type Tested = Pick<Profile, 'id' | 'apiBaseUrl' | 'revision'>

const resultKey = ({ id }: Tested): readonly string[] => ['connection', id]

/**
 * Tests a profile: calls the hello-world endpoint, for which main requests a token if needed. A profile without an API
 * address gets a new token only. Main remembers what was verified; the error is kept while the window is open.
 */
export async function testProfile(client: QueryClient, profile: Tested): Promise<TestOutcome> {
  const outcome = { ...(await outcomeOf(profile)), at: Date.now(), revision: profile.revision }
  client.setQueryData(resultKey(profile), outcome)
  await client.invalidateQueries({ queryKey: queries.health.queryKey })
  return outcome
}

async function outcomeOf({ id: profileId, apiBaseUrl }: Tested): Promise<Pick<TestOutcome, 'error'>> {
  try {
    if (apiBaseUrl === '') await call('tokens.get', { profileId, renew: true })
    else await call('connection.test', { profileId })
    return {}
  } catch (error) {
    return { error }
  }
}

export type ProfileTest = UseMutationResult<TestOutcome, Error, void>

/** Returns the last result, kept while the window is open, and the test itself. */
export function useProfileTest(profile: Tested): {
  readonly outcome: TestOutcome | undefined
  readonly test: ProfileTest
} {
  const client = useQueryClient()
  const { data } = useQuery<TestOutcome | null>({
    queryKey: resultKey(profile),
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const test = useMutation({ mutationFn: () => testProfile(client, profile) })
  return { outcome: data ?? undefined, test }
}
