import type { Credential } from '#shared/credentials/credential.ts'
import { leadingCredential } from '#shared/credentials/set-up-step.ts'
import type { HealthCheck, NextAction, ProfileHealth } from '#shared/health/health-schemas.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { SetUpStep } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { nextStepMessages } from '../credentials/credential-next-step.ts'
import { lifeStepNames } from '../credentials/lifecycle-steps.ts'
import { checkOf } from '../health/use-healths.ts'

/** What the page knows about a profile. */
export interface ProfileStanding {
  readonly profile: Pick<Profile, 'flavor' | 'apiBaseUrl'>
  readonly credentials: readonly Credential[]
  readonly status: Pick<ProfileHealth, 'verified' | 'problem' | 'key' | 'health'>
  /** Undefined: unknown, because the keychain is read only on request. */
  readonly hasClientSecret?: boolean | undefined
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
  /** What is to be done instead of the step itself. */
  readonly action?: NextAction | undefined
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

function credentialSteps({ credentials, status: { health } }: ProfileStanding): readonly Draft[] {
  const credential = leadingCredential(credentials)
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const active = credential?.state === 'active'
  const confirmed = credential !== undefined && 'confirmation' in credential && credential.confirmation !== undefined
  return [
    {
      id: 'key',
      title: lifeStepNames.key,
      ...(credential === undefined
        ? { state: 'open', detail: 'Create an RSA key pair. The private key is stored in your keychain.' }
        : standing(checkOf(health, 'key'))),
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
        : standing(checkOf(health, 'certificate'), 'Signed; matches the key.')),
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

/** Returns how a step that was taken stands now: what doesn't work any more is dealt with first. */
function standing(check: HealthCheck | undefined, done?: string): Pick<Draft, 'state' | 'detail' | 'action'> {
  const { level, words, detail, isMissing, action } = check ?? {}
  if (level === 'bad' && isMissing === true) return { state: 'problem', detail: sentences(words, detail), action }
  return { state: 'done', detail: level === 'none' && done !== undefined ? sentences(done) : sentences(words, done) }
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined ? [] : part.endsWith('.') ? part : `${part}.`)).join(' ')
}

function clientSecretStep({ hasClientSecret, status }: ProfileStanding): Draft {
  const known = hasClientSecret === true || status.key === 'found' || status.verified.token !== undefined
  const missing = hasClientSecret === false || status.key === 'missing' || status.key === 'damaged'
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

function tokenStep({ status: { verified, problem, health } }: ProfileStanding): Draft {
  const step = { id: 'token', title: 'Token' } as const
  // Why is said below the steps, once.
  if (problem?.part === 'token') return { ...step, state: 'problem', detail: checkOf(health, 'token')?.words ?? '' }
  if (verified.token !== undefined) return { ...step, state: 'done', detail: 'Token received.' }
  return { ...step, state: 'open', detail: 'Request a token to verify the set-up.' }
}

function connectionStep({ status: { verified, problem, health } }: ProfileStanding): Draft {
  const step = { id: 'connection', title: 'Connection' } as const
  if (problem?.part === 'connection')
    return { ...step, state: 'problem', detail: checkOf(health, 'token')?.words ?? '' }
  if (verified.connection !== undefined) return { ...step, state: 'done', detail: 'The service responded.' }
  return { ...step, state: 'open', detail: 'Call the hello-world endpoint with the token.' }
}
