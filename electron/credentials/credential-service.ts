import { createPrivateKey, type KeyObject } from 'node:crypto'
import {
  isKeyDestroyed,
  type Credential,
  type KeySize,
  type Subject,
  type SubjectAlternativeName,
  type ThumbprintEncoding,
  type ThumbprintMatch,
} from '../../shared/model/credential.ts'
import { ClavisError } from '../../shared/model/error.ts'
import { judgeExpiry, type ExpiryWarning } from '../../shared/model/expiry.ts'
import type { ImportedPart } from '../../shared/model/import.ts'
import { localDay } from '../../shared/model/local-day.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { KeyUses } from '../activity/key-uses.ts'
import { clientSecretAccount, keyAccount, proxyPasswordAccount, type Keychain } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { nameInHistory, type NewCredentialEvent } from '../profiles/credential-history.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { createRequestPem } from './certificate-request.ts'
import { MaterialImport, type ImportTarget } from './import/material-import.ts'
import type { ImportContent } from './import/material.ts'
import { createKeyPair, publicHalf, publicKeyFingerprint } from './key-pair.ts'
import {
  activated,
  confirmed,
  deactivated,
  retired,
  withDestroyedKey,
  withExportedRequest,
  withRequest,
} from './lifecycle.ts'
import { recogniseThumbprint } from './thumbprint.ts'
import { requireValid } from './validity.ts'

type ActiveCredential = Extract<Credential, { state: 'active' }>

/** What signs for a profile. */
export interface SigningKey {
  readonly credential: ActiveCredential
  /** For the assertion's header: the profile's own, else the confirmed thumbprint as pasted, else SHA-1 in hex. */
  readonly kid: string
  readonly privateKey: KeyObject
  /** The certificate followed by its chain, PEM. */
  readonly certificateChainPem: string
}

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
}

/**
 * Keys, CSRs and certificates of the profiles: public parts in the profile store, private keys and client secrets in
 * the keychain, which is touched only where a method says so.
 */
export class CredentialService {
  readonly #profiles: ProfileStore
  readonly #keychain: Keychain
  readonly #keyUses: KeyUses
  readonly #now: () => number
  readonly #newId: () => string
  readonly #imports: MaterialImport
  /** Keys that sign, imported once: the keychain is slow and asking it may prompt. By credential id. */
  readonly #keys = new Map<string, KeyObject>()

  constructor({ profiles, keychain, keyUses, now, newId }: Options) {
    this.#profiles = profiles
    this.#keychain = keychain
    this.#keyUses = keyUses
    this.#now = now
    this.#newId = newId
    this.#imports = new MaterialImport({ profiles, keychain, keyUses, now, newId })
    // Another process may have destroyed a key: what is held is let go whenever something changed.
    profiles.onChange(() => this.#keys.clear())
  }

  /** A profile's credentials, newest first. @throws `profile-not-found` */
  async list(profileId: string): Promise<Credential[]> {
    return (await this.#profiles.get(profileId)).credentials
  }

  /**
   * Makes an RSA key pair and puts its private key into the keychain.
   * @param id the credential's, where it was decided before
   * @throws `keychain-…`
   */
  async createKey(profileId: string, keySize: KeySize, id: string = this.#newId()): Promise<Credential> {
    const { profile } = await this.#profiles.get(profileId)
    const { privateKey, publicKey } = await createKeyPair(keySize)
    const credential: Credential = {
      id,
      profileId,
      keySize,
      publicKeyFingerprint: publicKeyFingerprint(publicKey),
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      createdAt: this.#instant(),
      state: 'key-created',
    }
    const secret = pkcs8(privateKey)
    try {
      // The keychain reads back what it stored and compares: only then is the public half kept and shown.
      await this.#keyUses.during({ what: 'New key put into the keychain', profile, credential }, () =>
        this.#keychain.write(keyAccount(credential.id), secret),
      )
    } catch (error) {
      // A keychain may store it and fail afterwards, or too late: nobody would ever name that key.
      await this.#removeUnnamed(credential.id)
      throw error
    } finally {
      secret.wipe()
    }
    await this.#add(credential)
    return credential
  }

  /** Makes a CSR and signs it with the credential's key. Reads the keychain. */
  async createRequest(
    profileId: string,
    credentialId: string,
    subject: Subject,
    subjectAlternativeNames: readonly SubjectAlternativeName[],
  ): Promise<Credential> {
    const credential = await this.#find(profileId, credentialId)
    const key = await this.#privateKey(credential)
    const { profile } = await this.#profiles.get(profileId)
    const pem = await this.#keyUses.during({ what: 'CSR signed', profile, credential }, () =>
      createRequestPem(key, credential.publicKeyPem, subject, subjectAlternativeNames),
    )
    const request = {
      subject,
      subjectAlternativeNames: [...subjectAlternativeNames],
      pem,
      createdAt: this.#instant(),
    }
    return this.#change(profileId, credentialId, (current) => withRequest(current, request))
  }

  /** Notes that the CSR was saved or copied. */
  markRequestExported(profileId: string, credentialId: string): Promise<Credential> {
    return this.#change(profileId, credentialId, withExportedRequest)
  }

  /**
   * Imports certificates and private keys in any form; each part finds its place by itself and is told in the answer.
   * @throws `profile-not-found`, `keychain-…`, `disk-…`; what cannot be read is a part of the answer
   */
  importContents(contents: readonly ImportContent[], target?: ImportTarget): Promise<ImportedPart[]> {
    return this.#imports.import(contents, target)
  }

  /** Says which certificate a pasted thumbprint is, the profile's own first. */
  async matchThumbprint(profileId: string, thumbprint: string): Promise<ThumbprintMatch> {
    const { credentials: own } = await this.#profiles.get(profileId)
    const mine = recogniseAmong(own, thumbprint)
    if (mine !== undefined) return { kind: 'match', credentialId: mine.credentialId, encoding: mine.encoding }
    for (const { profile, credentials } of await this.#profiles.list()) {
      const other = recogniseAmong(credentials, thumbprint)
      if (other === undefined) continue
      const { subject, encoding } = other
      return { kind: 'elsewhere', profileId: profile.id, profileName: profile.name, subject, encoding }
    }
    return { kind: 'none' }
  }

  /**
   * Keeps the portal's thumbprint with the credential, as it was pasted, and its client ID with the profile.
   * @throws `input-invalid` where the thumbprint is another certificate's
   */
  async confirm(profileId: string, credentialId: string, thumbprint: string, clientId?: string): Promise<Credential> {
    const pasted = thumbprint.trim()
    const credential = await this.#change(profileId, credentialId, (current) => {
      const after = confirmed(current, pasted, this.#instant())
      if (
        !('certificate' in after) ||
        after.certificate === undefined ||
        recogniseThumbprint(pasted, after.certificate.thumbprint) === undefined
      )
        throw new ClavisError('input-invalid', 'This thumbprint is not the one of this certificate.', {
          hint: 'Copy the Thumbprint from the portal’s Security page once more, from the tab of this environment.',
        })
      return after
    })
    const id = clientId?.trim() ?? ''
    if (id !== '') await this.#profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: id }))
    return credential
  }

  /**
   * Makes the credential the one that signs, once its key was read from the keychain and fits the certificate.
   * @throws `no-certificate`, `certificate-expired`, `certificate-not-yet-valid`, `keychain-…`
   */
  async activate(profileId: string, credentialId: string): Promise<Credential> {
    const candidate = activated(await this.#find(profileId, credentialId), this.#instant())
    requireValid(candidate.certificate, this.#now())
    await this.#privateKey(candidate)
    const credentials = await this.#profiles.changeCredentials(profileId, (current) => {
      findIn(current, credentialId)
      return current.map((each) => {
        if (each.id === credentialId) return activated(each, this.#instant())
        return each.state === 'active' ? deactivated(each) : each
      })
    })
    return findIn(credentials, credentialId)
  }

  /** Takes a credential out of use for good. Its key stays in the keychain. */
  retire(profileId: string, credentialId: string): Promise<Credential> {
    return this.#change(profileId, credentialId, (current) => retired(current, this.#instant()))
  }

  /**
   * Destroys the private key of a retired credential whose certificate has ended; the credential and its history stay.
   * This cannot be undone.
   * @throws `credential-state-wrong` before that: the key may be needed to go back
   */
  async destroyKey(profileId: string, credentialId: string): Promise<Credential> {
    const credential = await this.#find(profileId, credentialId)
    withDestroyedKey(credential, this.#instant())
    const end = 'certificate' in credential ? credential.certificate?.notAfter : undefined
    if (end !== undefined && Date.parse(end) >= this.#now())
      throw new ClavisError('credential-state-wrong', `Its certificate is valid until ${localDay(end)}.`, {
        hint: 'Destroy the key after that: until then it may be needed to go back.',
      })
    await this.#destroy(credential)
    return this.#change(profileId, credentialId, (current) => withDestroyedKey(current, this.#instant()))
  }

  /**
   * Removes a credential that is not active.
   * @param destroyKey whether its key goes from the keychain too, which cannot be undone
   */
  async remove(profileId: string, credentialId: string, destroyKey: boolean): Promise<void> {
    const credential = await this.#find(profileId, credentialId)
    refuseActive(credential)
    // The key first: were it the other way round, a failing keychain would leave a key that nothing names any more.
    if (destroyKey) await this.#destroy(credential)
    this.#keys.delete(credentialId)
    const destroyed: readonly NewCredentialEvent[] =
      destroyKey && !isKeyDestroyed(credential)
        ? [{ credentialId, credentialName: nameInHistory(credential), kind: 'key-destroyed' }]
        : []
    try {
      await this.#profiles.changeCredentials(
        profileId,
        (current) => {
          refuseActive(findIn(current, credentialId))
          return current.filter(({ id }) => id !== credentialId)
        },
        destroyed,
      )
    } catch (error) {
      // Somebody put it to use meanwhile: it stays, but its key is gone.
      if (error instanceof ClavisError && error.code === 'credential-state-wrong')
        for (const event of destroyed) await this.#profiles.addHistory(profileId, event)
      throw error
    }
  }

  /**
   * The key that signs for a profile. Reads the keychain the first time.
   * @throws `no-active-credential`, `certificate-expired`, `certificate-not-yet-valid`, `keychain-…`
   */
  async signingKey(profileId: string): Promise<SigningKey> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const credential = credentials.find((each) => each.state === 'active')
    if (credential === undefined)
      throw new ClavisError('no-active-credential', `“${profile.name}” has no active credential to sign with.`, {
        hint:
          credentials.length === 0
            ? 'Make a key and a CSR, have it signed, and import the certificate.'
            : 'Activate one of its credentials.',
      })
    return this.#signingKey(profile, credential, credentials)
  }

  /**
   * The key of one credential, active or not: to try it out before it signs. Reads the keychain.
   * @throws `credential-not-found`, `no-certificate`, `certificate-…`, `keychain-…`
   */
  async signingKeyOf(profileId: string, credentialId: string): Promise<SigningKey> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const candidate = activated(findIn(credentials, credentialId), this.#instant())
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
      privateKey: await this.#privateKey(credential),
      certificateChainPem: [credential.certificate.pem, ...credential.certificate.chain].join(''),
    }
  }

  /** Keeps a client secret in the keychain. @throws `profile-not-found`, `keychain-…` */
  async setClientSecret(profileId: string, clientSecret: Secret): Promise<void> {
    await this.#profiles.get(profileId)
    await this.#keychain.write(clientSecretAccount(profileId), clientSecret)
  }

  /** @throws `no-client-secret`, `keychain-…` */
  async clientSecret(profileId: string): Promise<Secret> {
    const secret = await this.#keychain.read(clientSecretAccount(profileId))
    if (secret === undefined)
      throw new ClavisError('no-client-secret', 'The keychain holds no client secret for this profile.', {
        hint: 'Enter the client secret that the portal shows.',
      })
    return secret
  }

  /** Whether the keychain holds a client secret for the profile. */
  async hasClientSecret(profileId: string): Promise<boolean> {
    const secret = await this.#keychain.read(clientSecretAccount(profileId))
    secret?.wipe()
    return secret !== undefined
  }

  /** Destroys a profile's client secret, its proxy's password and all its keys in the keychain. This cannot be undone. */
  async destroySecretsOf(profileId: string): Promise<void> {
    for (const credential of await this.list(profileId)) await this.#destroy(credential)
    await this.#keychain.remove(clientSecretAccount(profileId))
    await this.#keychain.remove(proxyPasswordAccount(profileId))
  }

  /** Certificates of all profiles that end within some days or have ended, nearest end first; retired ones left out. */
  async warnings(withinDays: number): Promise<ExpiryWarning[]> {
    const now = this.#now()
    return (await this.#profiles.list())
      .flatMap(({ profile, credentials }) =>
        credentials.flatMap((credential): ExpiryWarning[] => {
          if (credential.state === 'retired' || !('certificate' in credential)) return []
          const { notBefore, notAfter } = credential.certificate
          if (judgeExpiry(notBefore, notAfter, now).daysLeft > withinDays) return []
          return [
            {
              profileId: profile.id,
              profileName: profile.name,
              environment: profile.environment,
              credentialId: credential.id,
              active: credential.state === 'active',
              notBefore,
              notAfter,
            },
          ]
        }),
      )
      .sort((one, other) => Date.parse(one.notAfter) - Date.parse(other.notAfter))
  }

  /** Keeps a new credential; where that fails, the key that nothing names is taken out of the keychain again. */
  async #add(credential: Credential): Promise<void> {
    try {
      await this.#profiles.changeCredentials(credential.profileId, (current) => [credential, ...current])
    } catch (error) {
      await this.#removeUnnamed(credential.id)
      throw error
    }
  }

  /** Takes out a key that no credential names. What led to that is told: a failure here would hide it. */
  async #removeUnnamed(credentialId: string): Promise<void> {
    await this.#keychain.remove(keyAccount(credentialId)).catch(() => undefined)
  }

  async #find(profileId: string, credentialId: string): Promise<Credential> {
    return findIn(await this.list(profileId), credentialId)
  }

  async #change(
    profileId: string,
    credentialId: string,
    change: (current: Credential) => Credential,
  ): Promise<Credential> {
    const credentials = await this.#profiles.changeCredentials(profileId, (current) => {
      findIn(current, credentialId)
      return current.map((each) => (each.id === credentialId ? change(each) : each))
    })
    return findIn(credentials, credentialId)
  }

  /** Takes a key out of the keychain. This cannot be undone. */
  async #destroy(credential: Credential): Promise<void> {
    const { profile } = await this.#profiles.get(credential.profileId)
    const remove = (): Promise<void> => this.#keychain.remove(keyAccount(credential.id))
    await (isKeyDestroyed(credential)
      ? remove()
      : this.#keyUses.during({ what: 'Key destroyed', profile, credential }, remove))
    this.#keys.delete(credential.id)
  }

  /** The private key from the keychain, which must be the one that the credential's public half belongs to. */
  async #privateKey(credential: Credential): Promise<KeyObject> {
    const held = this.#keys.get(credential.id)
    if (held !== undefined) return held
    const { profile } = await this.#profiles.get(credential.profileId)
    const key = await this.#keyUses.during({ what: 'Key read and matched', profile, credential }, () =>
      this.#readKey(credential),
    )
    this.#keys.set(credential.id, key)
    return key
  }

  async #readKey(credential: Credential): Promise<KeyObject> {
    const secret = await this.#keychain.read(keyAccount(credential.id))
    if (secret === undefined)
      throw new ClavisError('keychain-entry-missing', 'The keychain does not hold this credential’s private key.', {
        hint: 'It may have been made on another computer or destroyed. Make a new key and CSR.',
      })
    const bytes = secret.bytes()
    try {
      const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
      if (publicKeyFingerprint(publicHalf(key)) !== credential.publicKeyFingerprint)
        throw new Error('The key is another one than the credential’s.')
      return key
    } catch (error) {
      throw new ClavisError('keychain-entry-damaged', 'What the keychain holds is not this credential’s private key.', {
        hint: 'Restore the keychain from a backup, or make a new key and CSR.',
        cause: error,
      })
    } finally {
      bytes.fill(0)
      secret.wipe()
    }
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}

/**
 * The key ID that the assertion's header carries (design, section 3): the profile's own, unless that is the thumbprint of
 * another of its certificates; else the confirmed thumbprint as pasted, else SHA-1 in hex.
 * @param credentials all of the profile
 */
export function keyIdOf(
  ownKid: string,
  { id, certificate, confirmation }: ActiveCredential,
  credentials: readonly Credential[],
): string {
  const isOfAnother = credentials.some(
    (other) =>
      other.id !== id &&
      'certificate' in other &&
      other.certificate !== undefined &&
      recogniseThumbprint(ownKid, other.certificate.thumbprint) !== undefined,
  )
  if (ownKid !== '' && !isOfAnother) return ownKid
  return confirmation?.thumbprint ?? certificate.thumbprint.sha1
}

function pkcs8(privateKey: KeyObject): Secret {
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' })
  const secret = Secret.fromBytes(bytes)
  bytes.fill(0)
  return secret
}

function findIn(credentials: readonly Credential[], credentialId: string): Credential {
  const credential = credentials.find(({ id }) => id === credentialId)
  if (credential === undefined)
    throw new ClavisError('credential-not-found', 'This credential is no longer there.', {
      hint: 'It was removed in the meantime.',
    })
  return credential
}

/** The credential whose certificate has the thumbprint, and under which encoding. */
function recogniseAmong(
  credentials: readonly Credential[],
  thumbprint: string,
): { credentialId: string; subject: string; encoding: ThumbprintEncoding } | undefined {
  for (const credential of credentials) {
    const certificate = 'certificate' in credential ? credential.certificate : undefined
    const encoding = certificate && recogniseThumbprint(thumbprint, certificate.thumbprint)
    if (certificate !== undefined && encoding !== undefined)
      return { credentialId: credential.id, subject: certificate.subject, encoding }
  }
  return undefined
}

function refuseActive(credential: Credential): void {
  if (credential.state === 'active')
    throw new ClavisError('credential-state-wrong', 'This credential is active: it signs for its profile.', {
      hint: 'Activate another credential or retire this one first.',
    })
}
