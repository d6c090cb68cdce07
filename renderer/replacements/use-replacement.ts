import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { KeySize } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { notifySuccess } from '../ui/controls/notify.tsx'

/** Steps that are one call each. */
export type ReplacementCall =
  | 'repeatRequest'
  | 'markUploaded'
  | 'skipConfirmation'
  | 'tryOut'
  | 'switchOver'
  | 'goBack'
  | 'markRemoved'

export interface ReplacementActions {
  /** Runs one step at a time. */
  readonly run: UseMutationResult<unknown, Error, () => Promise<unknown>>
  readonly start: (keySize: KeySize) => Promise<ReplacementView>
  readonly step: (name: ReplacementCall) => Promise<ReplacementView>
  readonly retireOld: () => Promise<ReplacementView>
  /** Saves the new certificate; it counts as uploaded only when the person says so. */
  readonly saveCertificate: (credentialId: string) => Promise<void>
  readonly saveRequest: (credentialId: string) => Promise<void>
  readonly copyRequest: (credentialId: string) => Promise<void>
  readonly getToken: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

export function useReplacement({ id: profileId }: Profile): ReplacementActions {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queries.replacements.queryKey }),
        client.invalidateQueries({ queryKey: queries.credentials(profileId).queryKey }),
      ]),
  })

  function tellSaved(title: string, saved: { readonly fileName: string } | undefined): void {
    // After cancelling the dialog there is nothing to report.
    if (saved !== undefined) notifySuccess(title, saved.fileName)
  }

  return {
    run,
    start: (keySize) => call('replacements.start', { profileId, keySize }),
    step: (name) => call(`replacements.${name}`, { profileId }),
    retireOld: () => call('replacements.retireOld', { profileId }),
    saveCertificate: async (credentialId) =>
      tellSaved(
        'Certificate saved',
        await call('credentials.saveCertificate', { profileId, credentialId, withChain: false }),
      ),
    saveRequest: async (credentialId) =>
      tellSaved('CSR saved', await call('credentials.saveRequest', { profileId, credentialId })),
    copyRequest: async (credentialId) => {
      await call('credentials.copyRequest', { profileId, credentialId })
      notifySuccess('CSR copied', 'Send it to the certificate authority.')
    },
    getToken: () => call('tokens.get', { profileId, renew: true }),
    end: () => call('replacements.end', { profileId }),
  }
}
