import type { KeyObject } from 'node:crypto'
import {
  isKeyDestroyed,
  type Credential,
  type KeySize,
  type Subject,
  type SubjectAlternativeName,
  type ThumbprintEncoding,
  type ThumbprintMatch,
} from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { judgeExpiry, type ExpiryWarning } from '../../shared/model/expiry/expiry.ts'
import type { ImportedPart } from '../../shared/model/credential/import.ts'
import { localDay } from '../../shared/model/values/local-day.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { KeyUses } from '../activity/key-uses.ts'
import { clientSecretAccount, proxyPasswordAccount, type Keychain } from '../keychain/keychain.ts'
import type { Secret } from '../keychain/secret.ts'
import { confirmInProduction, refuseConfirmation, type Confirm } from '../profiles/confirmation.ts'
import {
  activateQuestion,
  deleteKeyQuestion,
  removeCredentialQuestion,
  replaceSecretQuestion,
  retireQuestion,
} from '../profiles/confirmation-messages.ts'
import { nameInHistory, type NewCredentialEvent } from '../profiles/credential-history.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { createRequestPem } from './certificate-request.ts'
import { CredentialKeys } from './credential-keys.ts'
import { namingDeletedKeys } from './deleted-keys-error.ts'
import { MaterialImport, type ImportTarget } from './import/material-import.ts'
import type { ImportContent } from './import/formats/material.ts'
import { keyIdOf } from './key-id.ts'
import { needsCertificate } from '../../shared/model/expiry/profile-expiry.ts'
import { createKeyPair, publicKeyFingerprint } from './key-pair.ts'
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
  /** What reads the contents of imports: built beside main, or its source in plain Node. */
  readonly importWorker: URL
  /** Creates RSA keys; `createKeyPair` by default. */
  readonly newKeyPair?: typeof createKeyPair
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
  readonly #keys: CredentialKeys
  readonly #newKeyPair: typeof createKeyPair

  constructor({ profiles, keychain, keyUses, now, newId, importWorker, newKeyPair = createKeyPair }: Options) {
    this.#profiles = profiles
    this.#keychain = keychain
    this.#keyUses = keyUses
    this.#now = now
    this.#newId = newId
    this.#newKeyPair = newKeyPair
    this.#keys = new CredentialKeys({ profiles, keychain, keyUses, now })
    this.#imports = new MaterialImport({ profiles, keychain, keyUses, now, workerUrl: importWorker })
  }

  /** A profile's credentials, newest first. @throws `profile-not-found` */
  async list(profileId: string): Promise<Credential[]> {
    return (await this.#profiles.get(profileId)).credentials
  }

  /**
   * Makes an RSA key pair and puts its private key into the keychain.
   * @param id the credential's, where it was decided before
   * @throws `keychain-…`; `input-invalid` if the profile has a client secret; `credential-state-wrong` if a credential has the
   *   id: its key would be overwritten
   */
  async createKey(profileId: string, keySize: KeySize, id: string = this.#newId()): Promise<Credential> {
    const { profile } = await this.#profiles.get(profileId)
    if (!needsCertificate(profile))
      throw new ClavisError('input-invalid', `${profile.name} needs no key: it requests tokens with a client secret.`, {
        hint: 'Store its client secret instead.',
      })
    if ((await this.#profiles.list()).some(({ credentials }) => credentials.some((each) => each.id === id)))
      throw new ClavisError('credential-state-wrong', 'The key exists already.', { hint: 'Reload and try again.' })
    const { privateKey, publicKey } = await this.#newKeyPair(keySize)
    const credential: Credential = {
      id,
      profileId,
      keySize,
      publicKeyFingerprint: publicKeyFingerprint(publicKey),
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      createdAt: this.#instant(),
      state: 'key-created',
    }
    await this.#keys.store(privateKey, profile, credential, () =>
      this.#profiles.changeCredentials(profileId, (current) => [credential, ...current]),
    )
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
    const key = await this.#keys.read(credential)
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
   * Imports certificates and private keys in any format; each part is matched automatically and reported in the result.
   * @param signal cancels the import as long as nothing was stored
   * @throws `profile-not-found`, `keychain-…`, `disk-…`, `list-cancelled`, `import-limit-exceeded`; what cannot be read
   * is a part of the answer
   */
  importContents(
    contents: readonly ImportContent[],
    target?: ImportTarget,
    signal?: AbortSignal,
  ): Promise<ImportedPart[]> {
    return this.#imports.import(contents, target, signal)
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
   * @param confirm asks before the client ID of a Production profile changes
   * @throws `input-invalid` where the thumbprint is another certificate's; what `confirm` throws
   */
  async confirm(
    profileId: string,
    credentialId: string,
    thumbprint: string,
    clientId?: string,
    confirm: Confirm = refuseConfirmation,
  ): Promise<Credential> {
    const pasted = thumbprint.trim()
    const change = (current: Credential): Credential => {
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
    }
    // A wrong thumbprint is refused before anything is asked, and nothing is kept if the person cancels.
    change(await this.#find(profileId, credentialId))
    const id = clientId?.trim() ?? ''
    if (id !== '')
      await this.#profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: id }), confirm)
    return this.#change(profileId, credentialId, change)
  }

  /**
   * Makes the credential the one that signs, once its key was read from the keychain and fits the certificate.
   * @param confirm asks for a Production profile
   * @throws `no-certificate`, `certificate-expired`, `certificate-not-yet-valid`, `keychain-…`,
   *   `profile-changed-elsewhere`; what `confirm` throws
   */
  async activate(profileId: string, credentialId: string, confirm: Confirm = refuseConfirmation): Promise<Credential> {
    const { profile, credentials: own } = await this.#profiles.get(profileId)
    const found = findIn(own, credentialId)
    const candidate = activated(found, this.#instant())
    requireValid(candidate.certificate, this.#now())
    await this.#keys.read(candidate)
    const active = activeIn(own)
    await confirmInProduction(profile, confirm, activateQuestion(profile, found, active))
    const credentials = await this.#profiles.changeCredentials(profileId, (current) => {
      findIn(current, credentialId)
      if (activeIn(current)?.id !== active?.id)
        throw new ClavisError('profile-changed-elsewhere', 'Another credential was activated in the meantime.', {
          hint: 'Look at the profile’s credentials, then try again.',
        })
      return current.map((each) => {
        if (each.id === credentialId) return activated(each, this.#instant())
        return each.state === 'active' ? deactivated(each) : each
      })
    })
    return findIn(credentials, credentialId)
  }

  /**
   * Takes a credential out of use for good. Its key stays in the keychain.
   * @param confirm asks for a Production profile
   */
  async retire(profileId: string, credentialId: string, confirm: Confirm = refuseConfirmation): Promise<Credential> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const credential = findIn(credentials, credentialId)
    retired(credential, this.#instant())
    await confirmInProduction(profile, confirm, retireQuestion(profile, credential))
    return this.#change(profileId, credentialId, (current) => retired(current, this.#instant()))
  }

  /**
   * Destroys the private key of a retired credential whose certificate has ended; the credential and its history stay.
   * This cannot be undone.
   * @param confirm asks for a Production profile
   * @throws `credential-state-wrong` before that: the key may be needed to go back; what `confirm` throws
   */
  async destroyKey(
    profileId: string,
    credentialId: string,
    confirm: Confirm = refuseConfirmation,
  ): Promise<Credential> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const credential = findIn(credentials, credentialId)
    withDestroyedKey(credential, this.#instant())
    const end = 'certificate' in credential ? credential.certificate?.notAfter : undefined
    if (end !== undefined && Date.parse(end) >= this.#now())
      throw new ClavisError('credential-state-wrong', `Its certificate is valid until ${localDay(end)}.`, {
        hint: 'Destroy the key after that: until then it may be needed to go back.',
      })
    await confirmInProduction(profile, confirm, deleteKeyQuestion(profile, credential))
    return this.#keys.deleting([credential], async () => {
      await this.#keys.delete(credential)
      return this.#change(profileId, credentialId, (current) => withDestroyedKey(current, this.#instant()))
    })
  }

  /**
   * Removes a credential that is not active.
   * @param destroyKey whether its key goes from the keychain too, which cannot be undone
   * @param confirm asks for a Production profile
   */
  async remove(
    profileId: string,
    credentialId: string,
    destroyKey: boolean,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const credential = findIn(credentials, credentialId)
    refuseActive(credential)
    await confirmInProduction(profile, confirm, removeCredentialQuestion(profile, credential, { destroyKey }))
    const remove = (before: readonly NewCredentialEvent[]): Promise<unknown> =>
      this.#profiles.changeCredentials(
        profileId,
        (current) => {
          refuseActive(findIn(current, credentialId))
          return current.filter(({ id }) => id !== credentialId)
        },
        before,
      )
    if (destroyKey) await this.#removeWithKey(credential, remove)
    else await this.#keys.keeping([credential], () => remove([]))
    this.#keys.forget(credentialId)
  }

  async #removeWithKey(
    credential: Credential,
    remove: (before: readonly NewCredentialEvent[]) => Promise<unknown>,
  ): Promise<void> {
    const destroyed: readonly NewCredentialEvent[] = isKeyDestroyed(credential)
      ? []
      : [{ credentialId: credential.id, credentialName: nameInHistory(credential), kind: 'key-destroyed' }]
    await this.#keys.deleting([credential], async () => {
      // The key first: were it the other way round, a failing keychain would leave a key that no credential has.
      await this.#keys.delete(credential)
      try {
        await remove(destroyed)
      } catch (error) {
        // Somebody put it to use meanwhile: it stays, but its key is gone.
        if (error instanceof ClavisError && error.code === 'credential-state-wrong')
          for (const event of destroyed) await this.#profiles.addHistory(credential.profileId, event)
        throw error
      }
    })
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
      privateKey: await this.#keys.read(credential),
      certificateChainPem: [credential.certificate.pem, ...credential.certificate.chain].join(''),
    }
  }

  /**
   * Keeps a client secret in the keychain.
   * @param confirm asks before that of a Production profile is replaced
   * @throws `profile-not-found`, `keychain-…`; what `confirm` throws
   */
  async setClientSecret(profileId: string, clientSecret: Secret, confirm: Confirm = refuseConfirmation): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.environment === 'production' && (await this.hasClientSecret(profileId)))
      await confirm(replaceSecretQuestion(profile, 'client secret'))
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

  /**
   * Destroys a profile's client secret, its proxy's password and all its keys in the keychain. This cannot be undone.
   * @param afterwards what belongs to it, such as removing the profile: until then the keys' traces stay
   * @throws `keychain-…`: its message names the keys that are deleted already
   */
  async destroySecretsOf(profileId: string, afterwards: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const credentials = await this.list(profileId)
    await this.#keys.deleting(credentials, async () => {
      const deleted: Credential[] = []
      try {
        for (const credential of credentials) {
          await this.#keys.delete(credential)
          deleted.push(credential)
        }
        await this.#keychain.remove(clientSecretAccount(profileId))
        await this.#keychain.remove(proxyPasswordAccount(profileId))
      } catch (error) {
        throw namingDeletedKeys(error, deleted)
      }
      await afterwards()
    })
  }

  /** Does what takes a profile's credentials away, and notes where the keys came from that stay in the keychain. */
  async keepKeysOf(profileId: string, afterwards: () => Promise<void>): Promise<void> {
    await this.#keys.keeping(await this.list(profileId), afterwards)
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

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
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

function activeIn(credentials: readonly Credential[]): Credential | undefined {
  return credentials.find(({ state }) => state === 'active')
}

function refuseActive(credential: Credential): void {
  if (credential.state === 'active')
    throw new ClavisError('credential-state-wrong', 'This credential is active: it signs for its profile.', {
      hint: 'Activate another credential or retire this one first.',
    })
}
