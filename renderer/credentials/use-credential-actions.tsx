import { useQueryClient } from '@tanstack/react-query'
import type { Credential } from '#shared/credentials/credential.ts'
import { judge } from '#shared/expiry/expiry.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'
import { saveAndReport, showError } from '../ui/dialog/show-error.tsx'
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
      // For Production main asks, with the same text.
      if (profile.environment === 'production' || (!hasOtherActive && !unconfirmed))
        activate().catch((error: unknown) => showError('Couldn’t activate the credential', error))
      else
        confirmAction(profile, {
          title: 'Activate this credential?',
          paragraphs: [
            ...(unconfirmed
              ? [
                  'It isn’t confirmed with the portal. If the portal doesn’t have this certificate, token requests fail.',
                ]
              : []),
            'New token requests are signed with it.',
            ...(hasOtherActive ? ['The current credential is kept, so you can switch back.'] : []),
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
          ...(state === 'active'
            ? ['It is active: this profile can’t request tokens until you activate another credential.']
            : []),
          'You can’t activate it again. Its key stays in your keychain until you delete it.',
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
        title: 'Delete the private key?',
        paragraphs: ['This permanently deletes it from your keychain. The credential and its history stay.'],
        action: 'Delete key',
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
          label: 'Also delete private key',
          description: () =>
            isInForce(credential)
              ? 'Permanently deletes it from your keychain. Its certificate is still valid, but can’t be used without the key.'
              : 'Permanently deletes it from your keychain. Certificates for this key can’t be used without it.',
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
  const removed = parts.length === 0 ? 'the credential' : `the credential with its ${parts.join(' and ')}`
  return `This removes ${removed} from the profile. The private key stays in your keychain unless you delete it, but Clavis no longer uses it.`
}

function isInForce(credential: Credential): boolean {
  if (!('certificate' in credential) || credential.certificate === undefined) return false
  return judge(credential.certificate, [], Date.now()).urgency !== 'expired'
}
