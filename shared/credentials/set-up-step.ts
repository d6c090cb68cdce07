import type { SetUpStep } from '../profiles/profile-status.ts'
import type { Credential } from './credential.ts'

/** Returns the credential that set-up is about: the active one, else the one that is furthest on its way. */
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

/** Returns the step that is next until a credential is active; undefined from then on. */
export function nextSetUpStep(credentials: readonly Credential[]): SetUpStep | undefined {
  switch (leadingCredential(credentials)?.state) {
    case undefined:
    case 'retired':
      return 'key'
    case 'key-created':
      return 'request'
    case 'csr-exported':
      return 'certificate'
    case 'certificate-imported':
      return 'confirmation'
    case 'confirmed':
      return 'activation'
    case 'active':
      return undefined
  }
}
