import { useQueryClient } from '@tanstack/react-query'
import type { Credential } from '../../../shared/model/credential/credential.ts'
import { judgeExpiry } from '../../../shared/model/expiry/expiry.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { call } from '../../platform/calls/clavis.ts'
import { queries } from '../../platform/calls/queries.ts'
import { confirmAction } from '../../ui/dialog/confirm-action.tsx'
import { notifySuccess, saveFile } from '../../ui/feedback/notify.ts'
import { showError } from '../../ui/feedback/show-error.tsx'
import { openConfirmation } from '../portal/confirm-credential.tsx'
import { openRequestForm } from '../request/request-form.tsx'

/** What a person can do with one credential. Each asks first where it must, and tells how it went. */
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
    saveFile(
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
    notifySuccess('Active', 'Tokens are signed with it from now on.')
  }

  return {
    makeRequest: () => openRequestForm(profile, credential),
    saveRequest: () => void save('CSR', () => call('credentials.saveRequest', ids)),
    copyRequest: () => void copyRequest(),
    saveCertificate: (withChain) =>
      void save('Certificate', () => call('credentials.saveCertificate', { ...ids, withChain })),
    confirm: () => openConfirmation(profile, credential, credentials),
    activate: () => {
      const unconfirmed = state === 'certificate-imported'
      // For Production main asks, with the same words.
      if (profile.environment === 'production' || (!hasOtherActive && !unconfirmed))
        activate().catch((error: unknown) => showError('Not activated', error))
      else
        confirmAction(profile, {
          title: 'Make this credential the one that signs?',
          paragraphs: [
            ...(unconfirmed
              ? ['The portal has not confirmed it: where the portal does not know this certificate, no token is given.']
              : []),
            'Tokens are signed with it from now on.',
            ...(hasOtherActive ? ['The one that signs now stays beside it, so that you can go back.'] : []),
          ],
          action: 'Activate',
          isDangerous: false,
          run: activate,
        })
    },
    retire: () =>
      confirmAction(profile, {
        title: 'Retire this credential?',
        paragraphs: [
          ...(state === 'active' ? ['It signs now: until another one is active, this profile gets no token.'] : []),
          'It cannot be brought back into use. Its key stays in the keychain until you remove it.',
        ],
        action: 'Retire',
        isDangerous: state === 'active',
        isFinal: true,
        run: async () => {
          await call('credentials.retire', ids)
          await refresh()
        },
      }),
    destroyKey: () =>
      confirmAction(profile, {
        title: 'Destroy its private key?',
        paragraphs: ['It goes from the keychain for good. The credential and its history stay.'],
        action: 'Destroy the key',
        isDangerous: true,
        isFinal: true,
        run: async () => {
          await call('credentials.destroyKey', ids)
          await refresh()
        },
      }),
    remove: () =>
      confirmAction(profile, {
        title: 'Remove this credential?',
        paragraphs: [removalWords(credential)],
        choice: {
          label: 'Destroy its private key too',
          description: () =>
            isInForce(credential)
              ? 'It goes from the keychain for good, and its certificate, which is valid still, becomes useless.'
              : 'It goes from the keychain for good. A certificate made for it becomes useless.',
          isFinal: true,
        },
        action: 'Remove',
        isDangerous: true,
        isFinal: true,
        run: async (destroyKey) => {
          await call('credentials.remove', { ...ids, destroyKey })
          await refresh()
        },
      }),
  }
}

function removalWords(credential: Credential): string {
  const parts = [
    ...(credential.request === undefined ? [] : ['CSR']),
    ...('certificate' in credential && credential.certificate !== undefined ? ['certificate'] : []),
  ]
  const gone =
    parts.length === 0 ? 'It goes from this profile.' : `It goes from this profile, with its ${parts.join(' and ')}.`
  return `${gone} Its private key stays in the keychain unless you choose otherwise, but Clavis uses it no more.`
}

function isInForce(credential: Credential): boolean {
  if (!('certificate' in credential) || credential.certificate === undefined) return false
  return judgeExpiry(credential.certificate.notBefore, credential.certificate.notAfter, Date.now()).level !== 'ended'
}
