import { useQueryClient } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { activateQuestion, deleteKeyQuestion, removeCredentialQuestion, retireQuestion } from '#shared/questions.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'
import { saveAndReport, showError } from '../ui/dialog/show-error.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { openConfirmation } from './confirm-credential.tsx'
import { openRequestForm } from './request-form.tsx'

/** The actions for a credential. Each asks for confirmation if needed, and reports its result. */
export interface CredentialActions {
  readonly makeRequest: () => void
  readonly saveRequest: () => void
  readonly copyRequest: () => void
  readonly saveCertificate: (withChain: boolean) => void
  readonly confirm: () => void
  readonly activate: () => void
  readonly retire: () => void
  readonly destroyKey: () => void
  readonly remove: () => void
}

/** @param credentials all of the profile */
export function useCredentialActions(
  profile: Profile,
  credential: Credential,
  credentials: readonly Credential[],
): CredentialActions {
  const client = useQueryClient()
  const { timeZone } = useDates()
  const ids = { profileId: profile.id, credentialId: credential.id }
  const { state } = credential
  const hasOtherActive = credentials.some((other) => other.state === 'active' && other.id !== credential.id)

  async function refresh(): Promise<void> {
    await Promise.all([
      client.invalidateQueries({ queryKey: queries.credentials(profile.id).queryKey }),
      client.invalidateQueries({ queryKey: queries.expiry.queryKey }),
    ])
  }
  const save = (what: string, run: () => Promise<{ readonly fileName: string } | undefined>): Promise<void> =>
    saveAndReport(
      async () => {
        const saved = await run()
        await refresh()
        return saved
      },
      `${what} not saved`,
      ({ fileName }) => [`${what} saved`, fileName],
    )
  async function copyRequest(): Promise<void> {
    try {
      await call('credentials.copyRequest', ids)
      await refresh()
      notifySuccess('CSR copied', 'Send it to the certificate authority.')
    } catch (error) {
      showError('CSR not copied', error)
    }
  }
  async function activate(): Promise<void> {
    await call('credentials.activate', ids)
    await refresh()
    notifySuccess('Credential activated')
  }

  return {
    makeRequest: () => void openRequestForm(profile, credential),
    saveRequest: () => void save('CSR', () => call('credentials.saveRequest', ids)),
    copyRequest: () => void copyRequest(),
    saveCertificate: (withChain) =>
      void save('Certificate', () => call('credentials.saveCertificate', { ...ids, withChain })),
    confirm: () => openConfirmation(profile, credential, credentials),
    activate: () => {
      const unconfirmed = state === 'certificate-imported'
      // For Production, main alone asks.
      if (profile.environment === 'production' || (!hasOtherActive && !unconfirmed))
        activate().catch((error: unknown) => showError('Couldn’t activate the credential', error))
      else
        confirmAction(profile, {
          question: () => activateQuestion(profile, credential, credentials, 'activate', timeZone),
          isDangerous: false,
          run: activate,
        })
    },
    retire: () =>
      confirmAction(profile, {
        question: () => retireQuestion(profile, credential, credentials, timeZone),
        isDangerous: state === 'active',
        isFinal: true,
        run: async () => {
          await call('credentials.retire', ids)
          await refresh()
        },
      }),
    destroyKey: () =>
      confirmAction(profile, {
        question: () => deleteKeyQuestion(profile, credential, timeZone),
        isDangerous: true,
        isFinal: true,
        run: async () => {
          await call('credentials.destroyKey', ids)
          await refresh()
        },
      }),
    remove: () =>
      confirmAction(profile, {
        question: (destroyKey) =>
          removeCredentialQuestion(profile, credential, { destroyKey, now: Date.now() }, timeZone),
        choice: { label: 'Also delete private key', isFinal: true },
        isDangerous: true,
        isFinal: true,
        run: async (destroyKey) => {
          await call('credentials.remove', { ...ids, destroyKey })
          await refresh()
        },
      }),
  }
}
