import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { ProfileId } from '../../../shared/model/profile/profile.ts'
import type { CallResult } from '../../../shared/model/oauth/token.ts'
import { call } from '../../platform/calls/clavis.ts'

/** How the last connection test of this window went. */
export type ConnectionOutcome =
  | { readonly kind: 'answered'; readonly at: number; readonly result: CallResult }
  | { readonly kind: 'failed'; readonly at: number; readonly error: unknown }

/** Returns whether the service accepted the call. */
export function isAccepted(outcome: ConnectionOutcome): boolean {
  return outcome.kind === 'answered' && outcome.result.status >= 200 && outcome.result.status < 300
}

/** Returns the last result, kept while the window is open, and the test itself. */
export function useConnectionTest(profileId: ProfileId): {
  readonly outcome: ConnectionOutcome | undefined
  readonly test: UseMutationResult<ConnectionOutcome, Error, void>
} {
  const client = useQueryClient()
  const queryKey = ['connection', profileId]
  const { data } = useQuery<ConnectionOutcome | null>({
    queryKey,
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const test = useMutation({
    mutationFn: async (): Promise<ConnectionOutcome> => {
      try {
        return { kind: 'answered', at: Date.now(), result: await call('connection.test', { profileId }) }
      } catch (error) {
        return { kind: 'failed', at: Date.now(), error }
      }
    },
    onSuccess: (outcome) => client.setQueryData(queryKey, outcome),
  })
  return { outcome: data ?? undefined, test }
}
