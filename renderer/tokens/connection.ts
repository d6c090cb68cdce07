import { useMutation, useQuery, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { ProfileId } from '#shared/profiles/profile.ts'
import type { ApiResponse } from '#shared/requests/logged-request.ts'
import { call } from '../platform/clavis.ts'

/** How the last connection test of this window went. */
export type ConnectionOutcome =
  | { readonly kind: 'response'; readonly at: number; readonly result: ApiResponse }
  | { readonly kind: 'failed'; readonly at: number; readonly error: unknown }

/** Returns whether the service accepted the call. */
export function isAccepted(outcome: ConnectionOutcome): boolean {
  return outcome.kind === 'response' && outcome.result.status >= 200 && outcome.result.status < 300
}

const resultKey = (profileId: ProfileId): readonly string[] => ['connection', profileId]

/** Calls the hello-world endpoint and keeps the result while the window is open. */
export async function testConnection(client: QueryClient, profileId: ProfileId): Promise<ConnectionOutcome> {
  const outcome = await outcomeOf(profileId)
  client.setQueryData(resultKey(profileId), outcome)
  return outcome
}

async function outcomeOf(profileId: ProfileId): Promise<ConnectionOutcome> {
  try {
    return { kind: 'response', at: Date.now(), result: await call('connection.test', { profileId }) }
  } catch (error) {
    return { kind: 'failed', at: Date.now(), error }
  }
}

/** Returns the last result, kept while the window is open, and the test itself. */
export function useConnectionTest(profileId: ProfileId): {
  readonly outcome: ConnectionOutcome | undefined
  readonly test: UseMutationResult<ConnectionOutcome, Error, void>
} {
  const client = useQueryClient()
  const { data } = useQuery<ConnectionOutcome | null>({
    queryKey: resultKey(profileId),
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const test = useMutation({
    mutationFn: () => testConnection(client, profileId),
  })
  return { outcome: data ?? undefined, test }
}
