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

  /** Waits for a change, then for what it changes on the page. */
  async function change<T>(changing: Promise<T>): Promise<T> {
    const changed = await changing
    await Promise.all([
      client.invalidateQueries({ queryKey: queries.credentials(profile.id).queryKey }),
      client.invalidateQueries({ queryKey: queries.expiry.queryKey }),
    ])
    return changed
  }
  const save = (what: string, run: () => Promise<{ readonly fileName: string } | undefined>): Promise<void> =>
    saveAndReport(
      () => change(run()),
      `${what} not saved`,
      ({ fileName }) => [`${what} saved`, fileName],
    )
  async function copyRequest(): Promise<void> {
    try {
      await change(call('credentials.copyRequest', ids))
      notifySuccess('CSR copied', 'Send it to the certificate authority.')
    } catch (error) {
      showError('CSR not copied', error)
    }
  }
  async function activate(): Promise<void> {
    await change(call('credentials.activate', ids))
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
    retire: () => {
      const retire = (): Promise<unknown> => change(call('credentials.retire', ids))
      // For Production, main alone asks.
      if (profile.environment === 'production')
        retire().catch((error: unknown) => showError('Couldn’t retire the credential', error))
      else
        confirmAction(profile, {
          question: () => retireQuestion(profile, credential, credentials, timeZone),
          isDangerous: state === 'active',
          run: retire,
        })
    },
    destroyKey: () =>
      confirmAction(profile, {
        question: () => deleteKeyQuestion(profile, credential, timeZone),
        isDangerous: true,
        isFinal: true,
        run: () => change(call('credentials.destroyKey', ids)),
      }),
    remove: () =>
      confirmAction(profile, {
        question: (destroyKey) =>
          removeCredentialQuestion(profile, credential, { destroyKey, now: Date.now() }, timeZone),
        choice: { label: 'Also delete private key', isFinal: true },
        isDangerous: true,
        isFinal: true,
        run: (destroyKey) => change(call('credentials.remove', { ...ids, destroyKey })),
      }),
  }
}
