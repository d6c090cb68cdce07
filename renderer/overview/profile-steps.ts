import type { Credential } from '../../shared/model/credential/credential.ts'
import { judgeExpiry } from '../../shared/model/expiry/expiry.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { TokenState } from '../../shared/model/oauth/token.ts'

/** What stands about a profile, as far as the page knows it. */
export interface ProfileStanding {
  readonly profile: Pick<Profile, 'flavor' | 'apiBaseUrl'>
  readonly credentials: readonly Credential[]
  readonly token: TokenState
  /** Undefined: not known, since the keychain is asked only on demand. */
  readonly hasClientSecret: boolean | undefined
  /** How the last connection test in this window went; undefined: none was made. */
  readonly connection: 'ok' | 'failed' | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** One thing that must be so before the profile works. */
export interface ProfileStep {
  readonly id:
    | 'client-id'
    | 'client-secret'
    | 'key'
    | 'request'
    | 'certificate'
    | 'confirmation'
    | 'activation'
    | 'token'
    | 'connection'
  readonly title: string
  /**
   * - `done`
   * - `next`: the one thing to do now
   * - `problem`: was done or tried, and does not hold; it is also the thing to do now
   * - `skipped`: not done, and the profile works without it
   * - `later`
   */
  readonly state: 'done' | 'next' | 'problem' | 'skipped' | 'later'
  /** What to do, or what stands in the way. */
  readonly detail: string
}

type Draft = Omit<ProfileStep, 'state'> & { readonly state: 'done' | 'open' | 'problem' | 'skipped' }

/** The profile's steps in order. At most one is `next` or `problem`: the first that is not done. */
export function profileSteps(standing: ProfileStanding): readonly ProfileStep[] {
  const drafts: readonly Draft[] = [
    {
      id: 'client-id',
      title: 'Client ID',
      state: 'done',
      detail: 'As the portal’s Security page shows it.',
    },
    ...(standing.profile.flavor === 'basic' ? [clientSecretStep(standing)] : credentialSteps(standing)),
    tokenStep(standing),
    ...(standing.profile.apiBaseUrl === '' ? [] : [connectionStep(standing)]),
  ]
  const first = drafts.find(({ state }) => state === 'open' || state === 'problem')
  return drafts.map((draft) => ({ ...draft, state: settledState(draft, draft === first) }))
}

function settledState({ state }: Draft, first: boolean): ProfileStep['state'] {
  if (state === 'done' || state === 'skipped') return state
  if (!first) return 'later'
  return state === 'problem' ? 'problem' : 'next'
}

/** The credential that the steps are about: the active one, else the one that is furthest on its way. */
export function leadingCredential(credentials: readonly Credential[]): Credential | undefined {
  const order: readonly Credential['state'][] = [
    'active',
    'confirmed',
    'certificate-imported',
    'csr-exported',
    'key-created',
  ]
  return order.flatMap((state) => credentials.filter((credential) => credential.state === state))[0]
}

function credentialSteps({ credentials, now }: ProfileStanding): readonly Draft[] {
  const credential = leadingCredential(credentials)
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const active = credential?.state === 'active'
  const confirmed = credential !== undefined && 'confirmation' in credential && credential.confirmation !== undefined
  return [
    {
      id: 'key',
      title: 'Key pair',
      state: credential === undefined ? 'open' : 'done',
      detail:
        credential === undefined
          ? 'Make an RSA key pair. Its private half goes straight into the keychain.'
          : `RSA, ${credential.keySize} bits. The private half is in the keychain.`,
    },
    {
      id: 'request',
      title: 'Signing request',
      state: certificate !== undefined || credential?.state === 'csr-exported' ? 'done' : 'open',
      detail: 'Make a CSR and send it to the certificate authority.',
    },
    {
      id: 'certificate',
      title: 'Certificate',
      ...(certificate === undefined
        ? {
            state: 'open',
            detail:
              'When the signed certificate comes back, drop it on this window: Clavis finds the key it belongs to.',
          }
        : certificateStanding(certificate, now)),
    },
    {
      id: 'confirmation',
      title: 'Thumbprint confirmed',
      state: confirmed ? 'done' : active ? 'skipped' : 'open',
      detail: confirmed
        ? 'The portal shows the same thumbprint.'
        : active
          ? 'Not compared with the portal; the credential signs all the same.'
          : 'Upload the certificate in the portal and paste the thumbprint that it shows.',
    },
    {
      id: 'activation',
      title: 'Active credential',
      state: active ? 'done' : 'open',
      detail: active ? 'It signs this profile’s token requests.' : 'Make the credential the one that signs.',
    },
  ]
}

function certificateStanding(
  certificate: { readonly notBefore: string; readonly notAfter: string },
  now: number,
): Pick<Draft, 'state' | 'detail'> {
  const { level } = judgeExpiry(certificate.notBefore, certificate.notAfter, now)
  if (level === 'ended')
    return { state: 'problem', detail: 'It has expired. Make a new key beside it and have a new certificate signed.' }
  if (level === 'not-yet-valid')
    return { state: 'problem', detail: 'It is not valid yet. Check this computer’s clock, or wait until it begins.' }
  return { state: 'done', detail: 'Signed, and it belongs to the key.' }
}

function clientSecretStep({ hasClientSecret, token }: ProfileStanding): Draft {
  const known = hasClientSecret === true || token.kind === 'held'
  return {
    id: 'client-secret',
    title: 'Client secret',
    // Unknown is no obstacle: the token request will tell.
    state: known ? 'done' : hasClientSecret === false ? 'open' : 'skipped',
    detail: known
      ? 'In the keychain.'
      : hasClientSecret === false
        ? 'Enter the secret from the portal’s Mock tab. It goes straight into the keychain.'
        : 'Whether one is stored is looked up when it is needed.',
  }
}

function tokenStep({ token }: ProfileStanding): Draft {
  const step = { id: 'token', title: 'Access token' } as const
  if (token.kind === 'held') return { ...step, state: 'done', detail: 'The service gave one.' }
  if (token.kind === 'failed') return { ...step, state: 'problem', detail: token.error.message }
  return { ...step, state: 'open', detail: 'Ask the service for a token: it proves that everything above fits.' }
}

function connectionStep({ connection }: ProfileStanding): Draft {
  const step = { id: 'connection', title: 'Connection test' } as const
  if (connection === 'ok') return { ...step, state: 'done', detail: 'The service answered.' }
  if (connection === 'failed') return { ...step, state: 'problem', detail: 'The last test failed. See below why.' }
  return { ...step, state: 'open', detail: 'Call the hello-world check with the token.' }
}
