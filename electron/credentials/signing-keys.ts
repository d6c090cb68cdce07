import type { KeyObject } from 'node:crypto'
import type { Credential } from '#shared/credentials/credential.ts'
import { keyIdOf } from '#shared/credentials/key-id.ts'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { sentCertificates } from '../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { activated } from './lifecycle.ts'
import { findCredential } from './stored-credentials.ts'
import { requireValid } from './validity.ts'

type ActiveCredential = Extract<Credential, { state: 'active' }>

export interface SigningKey {
  readonly credential: ActiveCredential
  /** For the assertion's header: the profile's own, else the confirmed thumbprint as pasted, else SHA-1 in hex. */
  readonly kid: string
  readonly privateKey: KeyObject
  /** The certificate followed by its chain without the root, PEM. */
  readonly certificateChainPem: string
}

export class SigningKeys {
  readonly #keys: CredentialKeys
  readonly #now: () => number

  constructor(keys: CredentialKeys, now: () => number) {
    this.#keys = keys
    this.#now = now
  }

  /**
   * The key that signs for a profile. Reads the keychain the first time.
   * @throws `no-active-credential`, `certificate-expired`, `certificate-not-yet-valid`, `keychain-…`
   */
  async active({ profile, credentials }: StoredProfile): Promise<SigningKey> {
    const credential = credentials.find((each) => each.state === 'active')
    if (credential === undefined)
      throw new ClavisError('no-active-credential', `“${profile.name}” has no active credential to sign with.`, {
        hint:
          credentials.length === 0
            ? 'Create a key and a CSR, have it signed, and import the certificate.'
            : 'Activate one of its credentials.',
      })
    return this.#signingKey(profile, credential, credentials)
  }

  /**
   * The key of one credential, active or not: to try it out before it signs. Reads the keychain.
   * @throws `credential-not-found`, `no-certificate`, `certificate-…`, `keychain-…`
   */
  async of({ profile, credentials }: StoredProfile, credentialId: string): Promise<SigningKey> {
    const candidate = activated(findCredential(credentials, credentialId), new Date(this.#now()).toISOString())
    return this.#signingKey(profile, candidate, credentials)
  }

  async #signingKey(
    profile: Profile,
    credential: ActiveCredential,
    credentials: readonly Credential[],
  ): Promise<SigningKey> {
    requireValid(credential.certificate, this.#now())
    return {
      credential,
      kid: keyIdOf(profile.kid, credential, credentials),
      privateKey: await this.#keys.read(profile, credential),
      certificateChainPem: sentCertificates(credential.certificate).join(''),
    }
  }
}
