import type { Credential, CredentialState } from '#shared/credentials/credential.ts'

/** One step of a credential’s life. */
export interface LifeStep {
  readonly name: string
  /**
   * - `done`
   * - `now`: the current step
   * - `skipped`: not done, and the credential works without it
   * - `later`
   */
  readonly state: 'done' | 'now' | 'skipped' | 'later'
}

/** Text for each step’s state, for people who don't see its mark. */
export const lifeStateWords: Readonly<Record<LifeStep['state'], string>> = {
  done: 'done',
  now: 'next',
  skipped: 'skipped',
  later: 'later',
}

/** The states in the order of a life. */
const order: readonly CredentialState[] = ['key-created', 'csr-exported', 'certificate-imported', 'confirmed', 'active']

/**
 * Returns the steps of a credential from its key to its activation. A step that it didn't need is `skipped`, not done:
 * a certificate imported for an existing key has no CSR here, and activation requires no confirmation.
 */
export function lifeSteps(credential: Exclude<Credential, { state: 'retired' }>): readonly LifeStep[] {
  const { state, request } = credential
  const reached = order.indexOf(state)
  const steps: readonly { readonly name: string; readonly isDone: boolean }[] = [
    { name: 'Key created', isDone: true },
    // A CSR that was not exported yet is still the current step.
    { name: 'CSR exported', isDone: request !== undefined && state !== 'key-created' },
    { name: 'Certificate imported', isDone: 'certificate' in credential },
    { name: 'Confirmed', isDone: 'confirmation' in credential && credential.confirmation !== undefined },
    { name: 'Active', isDone: state === 'active' },
  ]
  return steps.map(({ name, isDone }, index) => ({
    name,
    state: isDone ? 'done' : index < reached ? 'skipped' : index === reached + 1 ? 'now' : 'later',
  }))
}
