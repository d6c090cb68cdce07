import type { Credential, CredentialState } from '../../../shared/model/credential/credential.ts'

/** One step of a credential’s life. */
export interface LifeStep {
  readonly name: string
  /**
   * - `done`
   * - `now`: what it waits for
   * - `skipped`: passed over, and the credential works without it
   * - `later`
   */
  readonly state: 'done' | 'now' | 'skipped' | 'later'
}

/** How each step’s state is said to those who do not see its mark. */
export const lifeStateWords: Readonly<Record<LifeStep['state'], string>> = {
  done: 'done',
  now: 'next',
  skipped: 'skipped',
  later: 'later',
}

/** The states in the order of a life. `retired` can follow each of them. */
const order: readonly CredentialState[] = ['key-created', 'csr-exported', 'certificate-imported', 'confirmed', 'active']

/**
 * Where a credential stands between its key and its retirement (design, section 2). A step that it passed over is
 * `skipped`, not done: a certificate that came for a key in use has no CSR here, and activating needs no confirmation.
 */
export function lifeSteps(credential: Credential): readonly LifeStep[] {
  const { state, request } = credential
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const confirmation = 'confirmation' in credential ? credential.confirmation : undefined
  const reached = state === 'retired' ? order.length : order.indexOf(state)
  const steps: readonly { readonly name: string; readonly isDone: boolean }[] = [
    { name: 'Key created', isDone: true },
    // A CSR that was made and not handed on yet is still the thing to do.
    { name: 'CSR exported', isDone: request !== undefined && state !== 'key-created' },
    { name: 'Certificate imported', isDone: certificate !== undefined },
    { name: 'Confirmed', isDone: confirmation !== undefined },
    { name: 'Active', isDone: state === 'active' },
  ]
  if (state === 'retired')
    return [
      ...steps
        .slice(0, -1)
        .map(({ name, isDone }) => ({ name, state: isDone ? ('done' as const) : ('skipped' as const) })),
      { name: 'Retired', state: 'done' },
    ]
  return steps.map(({ name, isDone }, index) => ({
    name,
    state: isDone ? 'done' : index < reached ? 'skipped' : index === reached + 1 ? 'now' : 'later',
  }))
}
