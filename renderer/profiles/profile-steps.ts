import type { Credential } from '#shared/credentials/credential.ts'
import { leadingCredential } from '#shared/credentials/set-up-step.ts'
import { judge, usableValidity, type Validity } from '#shared/expiry/expiry.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { ProfileStatus, SetUpStep } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { nextStepMessages } from '../credentials/credential-next-step.ts'
import { lifeStepNames } from '../credentials/lifecycle-steps.ts'

/** What the page knows about a profile. */
export interface ProfileStanding {
  readonly profile: Pick<Profile, 'flavor' | 'apiBaseUrl'>
  readonly credentials: readonly Credential[]
  readonly status: Pick<ProfileStatus, 'verified' | 'problem' | 'wasVerified'>
  /** Undefined: unknown, because the keychain is read only on request. */
  readonly hasClientSecret?: boolean | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A condition for the profile to work. */
export interface ProfileStep {
  readonly id: 'client-secret' | SetUpStep | 'token' | 'connection'
  readonly title: string
  /**
   * - `done`
   * - `next`: the next thing to do
   * - `problem`: was done or tried, but failed; also the next thing to do
   * - `skipped`: not done, and the profile works without it
   * - `later`
   */
  readonly state: 'done' | 'next' | 'problem' | 'skipped' | 'later'
  /** What to do, or what is missing. */
  readonly detail: string
}

type Draft = Omit<ProfileStep, 'state'> & { readonly state: 'done' | 'open' | 'problem' | 'skipped' }

/** Returns the profile's steps in order. At most one is `next` or `problem`: the first that is not done. */
export function profileSteps(standing: ProfileStanding): readonly ProfileStep[] {
  const drafts: readonly Draft[] = [
    ...(needsCertificate(standing.profile) ? credentialSteps(standing) : [clientSecretStep(standing)]),
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

function credentialSteps({ credentials, now }: ProfileStanding): readonly Draft[] {
  const credential = leadingCredential(credentials)
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const active = credential?.state === 'active'
  const confirmed = credential !== undefined && 'confirmation' in credential && credential.confirmation !== undefined
  return [
    {
      id: 'key',
      title: lifeStepNames.key,
      state: credential === undefined ? 'open' : 'done',
      detail:
        credential === undefined
          ? 'Create an RSA key pair. The private key is stored in your keychain.'
          : `RSA, ${credential.keySize} bits. The private key is in your keychain.`,
    },
    {
      id: 'request',
      title: lifeStepNames.request,
      ...(certificate === undefined && credential?.state !== 'csr-exported'
        ? {
            state: 'open',
            detail: nextStepMessages[credential?.request === undefined ? 'make-request' : 'export-request'],
          }
        : {
            state: 'done',
            detail:
              credential?.request === undefined
                ? 'Not needed: the certificate was imported with its key.'
                : 'Created and exported.',
          }),
    },
    {
      id: 'certificate',
      title: lifeStepNames.certificate,
      ...(certificate === undefined
        ? {
            state: 'open',
            detail: 'Import the signed certificate, or drop it here. Clavis matches it to its key.',
          }
        : certificateStanding(usableValidity(certificate), now)),
    },
    {
      id: 'confirmation',
      title: lifeStepNames.confirmation,
      state: confirmed ? 'done' : active ? 'skipped' : 'open',
      detail: confirmed
        ? 'Matches the portal.'
        : active
          ? 'Optional. Not compared with the portal yet.'
          : nextStepMessages.confirm,
    },
    {
      id: 'activation',
      title: lifeStepNames.activation,
      state: active ? 'done' : 'open',
      detail: active ? 'Signs this profile’s token requests.' : 'Activate the credential to use it for signing.',
    },
  ]
}

function certificateStanding(validity: Validity, now: number): Pick<Draft, 'state' | 'detail'> {
  const { urgency, isNotYetValid } = judge(validity, [], now)
  if (urgency === 'expired')
    return {
      state: 'problem',
      detail:
        validity.expiringIssuer === undefined
          ? 'Expired. Create a new key and have a new certificate signed.'
          : 'Its issuer’s certificate has expired. Import the renewed one, or replace the certificate.',
    }
  if (isNotYetValid)
    return {
      state: 'problem',
      detail: 'Not valid yet. Check this computer’s clock, or wait until the certificate becomes valid.',
    }
  return { state: 'done', detail: 'Signed; matches the key.' }
}

function clientSecretStep({ hasClientSecret, status }: ProfileStanding): Draft {
  const known = hasClientSecret === true || status.verified.token !== undefined
  const missing = hasClientSecret === false || (status.problem?.code === 'no-client-secret' && !known)
  return {
    id: 'client-secret',
    title: 'Client secret',
    // If unknown, the token request will tell.
    state: missing ? 'open' : known ? 'done' : 'skipped',
    detail: missing
      ? 'Enter the secret from the portal’s Mock tab. It is stored in your keychain.'
      : known
        ? 'In your keychain.'
        : 'Not checked yet.',
  }
}

function tokenStep({ status: { verified, problem } }: ProfileStanding): Draft {
  const step = { id: 'token', title: 'Token' } as const
  if (problem?.part === 'token') return { ...step, state: 'problem', detail: problem.message }
  if (verified.token !== undefined) return { ...step, state: 'done', detail: 'Token received.' }
  return { ...step, state: 'open', detail: 'Request a token to verify the set-up.' }
}

function connectionStep({ status: { verified, problem } }: ProfileStanding): Draft {
  const step = { id: 'connection', title: 'Connection' } as const
  if (problem?.part === 'connection') return { ...step, state: 'problem', detail: problem.message }
  if (verified.connection !== undefined) return { ...step, state: 'done', detail: 'The service responded.' }
  return { ...step, state: 'open', detail: 'Call the hello-world endpoint with the token.' }
}
