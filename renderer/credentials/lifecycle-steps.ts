import type { Credential, CredentialState } from '#shared/credentials/credential.ts'
import type { SetUpStep } from '#shared/profiles/profile-status.ts'

/** The names of the five steps of a credential: in set-up, on its card and in replacements. */
export const lifeStepNames = {
  key: 'Key',
  request: 'CSR',
  certificate: 'Certificate',
  confirmation: 'Thumbprint',
  activation: 'Active',
} as const satisfies Record<SetUpStep, string>

export interface LifeStep {
  readonly name: (typeof lifeStepNames)[SetUpStep]
  /**
   * - `done`
   * - `next`: the current step
   * - `skipped`: not done, and the credential works without it
   * - `later`
   */
  readonly state: 'done' | 'next' | 'skipped' | 'later'
}

/** Text for each step’s state, for people who don't see its mark. */
export const lifeStateWords: Readonly<Record<LifeStep['state'], string>> = {
  done: 'done',
  next: 'next',
  skipped: 'skipped',
  later: 'later',
}

const order: readonly CredentialState[] = ['key-created', 'csr-exported', 'certificate-imported', 'confirmed', 'active']

/**
 * Returns the steps of a credential from its key to its activation. A step that it didn't need is `skipped`, not done:
 * a certificate imported for an existing key has no CSR here, and activation requires no confirmation.
 */
export function lifeSteps(credential: Exclude<Credential, { state: 'retired' }>): readonly LifeStep[] {
  const { state, request } = credential
  const reached = order.indexOf(state)
  const isDone: Readonly<Record<SetUpStep, boolean>> = {
    key: true,
    // A CSR that was not exported yet is still the current step.
    request: request !== undefined && state !== 'key-created',
    certificate: 'certificate' in credential,
    confirmation: 'confirmation' in credential && credential.confirmation !== undefined,
    activation: state === 'active',
  }
  return (Object.keys(lifeStepNames) as SetUpStep[]).map((id, index) => ({
    name: lifeStepNames[id],
    state: isDone[id] ? 'done' : index < reached ? 'skipped' : index === reached + 1 ? 'next' : 'later',
  }))
}
