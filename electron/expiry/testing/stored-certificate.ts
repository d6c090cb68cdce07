import { createHash } from 'node:crypto'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'

/** Returns the UUID of a name. */
export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns the SHA-256 fingerprint of a named certificate. */
export function fingerprintOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').toUpperCase()
}

/** Creates a credential with a certificate that is valid for a year. */
export function credentialWith(
  profileName: string,
  name: string,
  notAfter: string,
  state: 'active' | 'certificate-imported' | 'retired' = 'active',
): Credential {
  const sha1 = createHash('sha1').update(name).digest('hex').toUpperCase()
  const instant = new Date(Date.parse(notAfter) - 365 * dayMs).toISOString()
  const common = {
    id: idOf(name),
    profileId: idOf(profileName),
    keySize: 2048,
    publicKeyFingerprint: fingerprintOf(`${name} key`),
    publicKeyPem: '',
    createdAt: instant,
    certificate: {
      subject: `CN=${name}`,
      issuer: 'CN=Test CA',
      serialNumber: '01',
      notBefore: instant,
      notAfter,
      keySize: 2048,
      signatureAlgorithm: 'sha256WithRSAEncryption',
      subjectAlternativeNames: [],
      thumbprint: { sha1, sha256: fingerprintOf(name), sha1Base64Url: '', sha256Base64Url: '' },
      pem: '',
      chain: [],
      importedAt: instant,
    },
  }
  if (state === 'active') return { ...common, state, activatedAt: instant }
  return state === 'retired' ? { ...common, state, retiredAt: instant } : { ...common, state }
}

/** Creates a stored profile. */
export function profileWith(
  name: string,
  credentials: Credential[],
  { environment = 'production', practice = false }: { environment?: Environment; practice?: boolean } = {},
): StoredProfile {
  const instant = '2026-01-01T00:00:00.000Z'
  return {
    profile: {
      ...defaultProfileSettings('jwt'),
      id: idOf(name),
      name,
      environment,
      clientId: 'acme',
      tokenUrl: 'https://login.example.com/token',
      practice,
      revision: 1,
      createdAt: instant,
      updatedAt: instant,
    },
    credentials,
    history: [],
  }
}
