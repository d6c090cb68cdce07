import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { KeySize } from '#shared/credentials/credential.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { showError } from '../ui/dialog/show-error.tsx'
import { defaultKeySize } from './create-key-button.tsx'

/** Returns the mutation that starts a profile's replacement, or continues the one in progress, and goes to its next step. */
export function useStartReplacement(
  profileId: ProfileId,
): UseMutationResult<unknown, Error, { readonly keySize?: KeySize }> {
  const client = useQueryClient()
  const { go } = useNavigation()
  return useMutation({
    mutationFn: ({ keySize = defaultKeySize }) => call('replacements.start', { profileId, keySize }),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: queries.replacements.queryKey }),
        client.invalidateQueries({ queryKey: queries.credentials(profileId).queryKey }),
      ])
      go({ page: 'replacement', profileId })
    },
    onError: (error) => showError('Couldn’t start the replacement', error),
  })
}
