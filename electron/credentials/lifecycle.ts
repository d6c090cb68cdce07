import type { Certificate, CertificateRequest, Credential, CredentialState } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'

/**
 * The steps of a credential's life: `key-created` → `csr-exported` → `certificate-imported` → `confirmed` → `active` →
 * `retired`. Each function returns the credential after the step, or throws
 * `credential-state-wrong`.
 */

type Of<S extends CredentialState> = Extract<Credential, { state: S }>
type WithCertificate = Of<'certificate-imported' | 'confirmed' | 'active'>

/** Adds a new CSR. It replaces an exported one, so the credential waits for its export again. */
export function withRequest(credential: Credential, request: CertificateRequest): Credential {
  switch (credential.state) {
    case 'key-created':
    case 'csr-exported':
      return { ...credential, state: 'key-created', request }
    case 'certificate-imported':
    case 'confirmed':
    case 'active':
      return { ...credential, request }
    case 'retired':
      throw wrongState('A retired credential can’t get a new CSR.', 'Create a new key for the new certificate.')
  }
}

/** The CSR was saved or copied. @param exported when, and to which file */
export function withExportedRequest(
  credential: Credential,
  exported: NonNullable<CertificateRequest['exported']>,
): Credential {
  if (credential.request === undefined) throw wrongState('This credential has no CSR yet.', 'Create a CSR first.')
  const request = { ...credential.request, exported }
  return credential.state === 'key-created'
    ? { ...credential, state: 'csr-exported', request }
    : { ...credential, request }
}

export function withCertificate(credential: Of<'key-created' | 'csr-exported'>, certificate: Certificate): Credential {
  return { ...credential, state: 'certificate-imported', certificate }
}

/** Confirms the thumbprint with the portal's, stored as it was pasted. */
export function confirmed(credential: Credential, thumbprint: string, confirmedAt: string): Credential {
  const confirmation = { thumbprint, confirmedAt }
  const current = certified(credential, 'be confirmed')
  return current.state === 'active' ? { ...current, confirmation } : { ...current, state: 'confirmed', confirmation }
}

/** The credential signs from now on. */
export function activated(credential: Credential, activatedAt: string): Of<'active'> {
  const current = certified(credential, 'sign')
  return current.state === 'active' ? current : { ...current, state: 'active', activatedAt }
}

/** Deactivates the credential, because another one was activated. */
export function deactivated({ activatedAt, confirmation, ...rest }: Of<'active'>): Credential {
  return confirmation === undefined
    ? { ...rest, state: 'certificate-imported' }
    : { ...rest, state: 'confirmed', confirmation }
}

/** Retires the credential for good; its key stays until the person deletes it. */
export function retired(credential: Credential, retiredAt: string): Credential {
  if (credential.state === 'retired') return credential
  if (credential.state !== 'active') return { ...credential, state: 'retired', retiredAt }
  const { activatedAt, ...rest } = credential
  return { ...rest, state: 'retired', retiredAt }
}

/** @throws `credential-state-wrong` if the credential is active, so that it can’t be removed */
export function requireNotActive({ state }: Credential): void {
  if (state === 'active')
    throw wrongState(
      'This credential is active: it signs its profile’s token requests.',
      'Activate another credential or retire this one first.',
    )
}

/** Notes that the private key was deleted. Only a retired credential can lose its key without being removed. */
export function withDestroyedKey(credential: Credential, keyDestroyedAt: string): Credential {
  if (credential.state === 'retired') return { ...credential, keyDestroyedAt }
  throw wrongState('Only a retired credential’s key can be deleted.', 'Retire it first.')
}

/** Notes that an import restored a deleted private key. */
export function withRestoredKey(credential: Credential): Credential {
  if (credential.state !== 'retired') return credential
  const { keyDestroyedAt, ...restored } = credential
  return restored
}

function certified(credential: Credential, what: string): WithCertificate {
  switch (credential.state) {
    case 'key-created':
    case 'csr-exported':
      throw new ClavisError('no-certificate', `This credential can’t ${what}: it has no certificate yet.`, {
        hint: 'Import the signed certificate first.',
      })
    case 'retired':
      throw wrongState(`A retired credential can’t ${what}.`, 'Create a new key, or use another credential.')
    case 'certificate-imported':
    case 'confirmed':
    case 'active':
      return credential
  }
}

function wrongState(message: string, hint: string): ClavisError {
  return new ClavisError('credential-state-wrong', message, { hint })
}
