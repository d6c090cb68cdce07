import { certificateOf } from '#shared/credentials/credential-parts.ts'
import {
  isKeyDestroyed,
  type Credential,
  type KeySize,
  type RequestSuggestion,
  type Subject,
  type SubjectAlternativeName,
} from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { flavorNames, needsCertificate } from '#shared/profiles/environment.ts'
import {
  activateQuestion,
  type Activation,
  deleteKeyQuestion,
  removeCredentialQuestion,
  retireQuestion,
} from '#shared/questions.ts'
import { inUtc } from '#shared/values/date-text.ts'
import { refuseConfirmation, type Confirm, confirmInProduction } from '../confirmation.ts'
import { proxyPasswordAccount, type Keychain } from '../keychain/keychain.ts'
import { requestQuestion } from '../profiles/guards/confirmation-messages.ts'
import { nameInHistory, type NewCredentialEvent } from '../profiles/store/credential-history.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { KeyUses } from '../requests/key-uses.ts'
import type { Transaction } from '../store/database.ts'
import { ClientSecrets } from './client-secrets.ts'
import { CredentialKeys, namingDeletedKeys } from './credential-keys.ts'
import { MaterialImport } from './import/material-import.ts'
import { attributeText } from './inspection/name-text.ts'
import { createKeyPair, publicKeyFingerprint } from './key-pair.ts'
import {
  activated,
  requireNotActive,
  retired,
  withDestroyedKey,
  withExportedRequest,
  withRequest,
} from './lifecycle.ts'
import { PortalThumbprints } from './portal-thumbprints.ts'
import { requestName, suggestRequest } from './request-suggestion.ts'
import { SigningKeys } from './signing-keys.ts'
import { activeIn, changeActive, changeCredential, findCredential, removeCredential } from './stored-credentials.ts'
import type { NameAttribute } from './subject-attributes.ts'
import { requireValid } from './validity.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
  readonly importWorker: URL
  /** The person's time zone, IANA name; the computer's by default. */
  readonly timeZone?: () => Promise<string | undefined>
  /** Creates RSA keys; `createKeyPair` by default. */
  readonly newKeyPair?: typeof createKeyPair
}

/**
 * Manages keys, CSRs and certificates of the profiles: public parts in the profile store, private keys and client
 * secrets in the keychain, which only methods that say so touch.
 */
export class CredentialService {
  readonly clientSecrets: ClientSecrets
  readonly signingKeys: SigningKeys
  readonly thumbprints: PortalThumbprints
  readonly imports: MaterialImport
  readonly #options: Options
  readonly #keys: CredentialKeys

  constructor(options: Options) {
    const { profiles, keychain, keyUses, now, importWorker } = options
    this.#options = options
    this.#keys = new CredentialKeys({ profiles, keychain, keyUses, now })
    this.clientSecrets = new ClientSecrets({ profiles, keychain })
    this.signingKeys = new SigningKeys(this.#keys, now)
    this.thumbprints = new PortalThumbprints(profiles, now)
    this.imports = new MaterialImport({ profiles, keychain, keyUses, now, workerUrl: importWorker })
  }

  /** Returns a profile's credentials, newest first. @throws `profile-not-found` */
  async list(profileId: string): Promise<Credential[]> {
    return (await this.#options.profiles.get(profileId)).credentials
  }

  /** @throws `profile-not-found`, `credential-not-found` */
  async get(profileId: string, credentialId: string): Promise<Credential> {
    return findCredential(await this.list(profileId), credentialId)
  }

  /**
   * Creates an RSA key pair and stores its private key in the keychain.
   * @param id the credential's, if already chosen
   * @throws `keychain-…`; `key-unsuitable` if the profile has a client secret; `credential-state-wrong` if a credential
   * has the id: its key would be overwritten
   */
  async createKey(profileId: string, keySize: KeySize, id: string = this.#options.newId()): Promise<Credential> {
    const { profile } = await this.#options.profiles.get(profileId)
    if (!needsCertificate(profile))
      throw new ClavisError('key-unsuitable', `“${profile.name}” uses ${flavorNames.basic} and needs no key.`, {
        hint: 'Store its client secret instead.',
      })
    if ((await this.#options.profiles.list()).some(({ credentials }) => credentials.some((each) => each.id === id)))
      throw new ClavisError('credential-state-wrong', 'The key exists already.', { hint: 'Reload and try again.' })
    const { newKeyPair = createKeyPair } = this.#options
    const { privateKey, publicKey } = await newKeyPair(keySize)
    const credential: Credential = {
      id,
      profileId,
      keySize,
      publicKeyFingerprint: publicKeyFingerprint(publicKey),
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      createdAt: this.#instant(),
      state: 'key-created',
    }
    await this.#keys.store(privateKey, profile, credential, (within) =>
      this.#options.profiles.changeCredentials(profileId, (current) => [credential, ...current], [], within),
    )
    return credential
  }

  /** Suggests the content of a credential's CSR. @throws `profile-not-found`, `credential-not-found` */
  async suggestRequest(profileId: string, credentialId: string): Promise<RequestSuggestion> {
    const stored = await this.#options.profiles.get(profileId)
    findCredential(stored.credentials, credentialId)
    return suggestRequest(stored, credentialId)
  }

  /**
   * Makes a CSR and signs it with the credential's key. Reads the keychain.
   * @param wanted the subject's fields, which if they are the suggested ones keep the whole name as it was encoded before,
   * or all its attributes, most general first
   * @param confirm asks for a Production profile if the key has a certificate: the holder of the CSR could get another for it
   */
  async createRequest(
    profileId: string,
    credentialId: string,
    wanted: Subject | readonly NameAttribute[],
    subjectAlternativeNames: readonly SubjectAlternativeName[],
    confirm: Confirm = refuseConfirmation,
  ): Promise<Credential> {
    // node-forge is large, and most starts of Clavis don't need it.
    const { createRequestPem } = await import('./certificate-request.ts')
    const stored = await this.#options.profiles.get(profileId)
    const { profile, credentials } = stored
    const credential = findCredential(credentials, credentialId)
    const { subject, more, name } = requestName(stored, credentialId, wanted)
    if (certificateOf(credential) !== undefined) {
      const alternativeNames = subjectAlternativeNames.map(({ type, value }) => `${type}:${value}`)
      const names = [...Object.values(subject), ...more.map(attributeText), ...alternativeNames]
      const timeZone = await this.#options.timeZone?.()
      await confirmInProduction(
        profile,
        confirm,
        requestQuestion(profile, credential, names.filter((each) => each !== '').join(', '), timeZone),
      )
    }
    const key = await this.#keys.read(profile, credential)
    const pem = await this.#options.keyUses.during({ what: 'CSR signed', profile, credential }, () =>
      createRequestPem(key, credential.publicKeyPem, name, subjectAlternativeNames),
    )
    const request = {
      subject,
      subjectAlternativeNames: [...subjectAlternativeNames],
      pem,
      createdAt: this.#instant(),
    }
    return changeCredential(this.#options.profiles, profileId, credentialId, (current) => withRequest(current, request))
  }

  /** Notes that the CSR was saved or copied. */
  markRequestExported(profileId: string, credentialId: string, fileName?: string): Promise<Credential> {
    const exported = { at: this.#instant(), ...(fileName === undefined ? {} : { fileName }) }
    return changeCredential(this.#options.profiles, profileId, credentialId, (current) =>
      withExportedRequest(current, exported),
    )
  }

  /**
   * Exports the CSR, and then notes that it was exported.
   * @param write saves or copies the PEM; undefined if the user cancelled
   * @throws `credential-state-wrong` without a CSR; what `write` throws
   */
  async exportRequest<T extends { readonly fileName?: string } | undefined>(
    profileId: string,
    credentialId: string,
    write: (pem: string) => Promise<T>,
  ): Promise<T> {
    const { request } = await this.get(profileId, credentialId)
    if (request === undefined)
      throw new ClavisError('credential-state-wrong', 'This credential has no CSR.', { hint: 'Create a CSR first.' })
    const written = await write(request.pem)
    if (written !== undefined) await this.markRequestExported(profileId, credentialId, written.fileName)
    return written
  }

  /**
   * Activates the credential, once its key was read from the keychain and matches the certificate.
   * @param confirm asks for a Production profile
   * @param activation what the question is about
   * @throws `no-certificate`, `certificate-expired`, `certificate-not-yet-valid`, `keychain-…`,
   * `profile-changed-elsewhere`; what `confirm` throws
   */
  async activate(
    profileId: string,
    credentialId: string,
    confirm: Confirm = refuseConfirmation,
    activation: Activation = 'activate',
  ): Promise<Credential> {
    const { profile, credentials: own } = await this.#options.profiles.get(profileId)
    const found = findCredential(own, credentialId)
    const candidate = activated(found, this.#instant())
    requireValid(candidate.certificate, this.#options.now())
    await this.#keys.read(profile, candidate)
    const active = activeIn(own)
    const timeZone = await this.#options.timeZone?.()
    await confirmInProduction(profile, confirm, activateQuestion(profile, found, own, activation, timeZone))
    return changeActive(this.#options.profiles, profileId, { from: active?.id, to: credentialId }, this.#instant())
  }

  /**
   * Takes a credential out of use for good. Its key stays in the keychain.
   * @param confirm asks for a Production profile
   */
  async retire(profileId: string, credentialId: string, confirm: Confirm = refuseConfirmation): Promise<Credential> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const credential = findCredential(credentials, credentialId)
    retired(credential, this.#instant())
    const timeZone = await this.#options.timeZone?.()
    await confirmInProduction(profile, confirm, retireQuestion(profile, credential, credentials, timeZone))
    return changeCredential(this.#options.profiles, profileId, credentialId, (current) =>
      retired(current, this.#instant()),
    )
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
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const credential = findCredential(credentials, credentialId)
    withDestroyedKey(credential, this.#instant())
    const end = certificateOf(credential)?.notAfter
    if (end !== undefined && Date.parse(end) >= this.#options.now())
      throw new ClavisError('credential-state-wrong', `Its certificate is valid until ${inUtc(end)}.`, {
        hint: 'Delete the key after that: until then you may need it to roll back.',
      })
    const timeZone = await this.#options.timeZone?.()
    await confirmInProduction(profile, confirm, deleteKeyQuestion(profile, credential, timeZone))
    return this.#keys.deleting(profile, [credential], async (within) => {
      const destroyed = await changeCredential(
        this.#options.profiles,
        profileId,
        credentialId,
        (current) => withDestroyedKey(current, this.#instant()),
        within,
      )
      await this.#keys.delete(credential, within)
      return destroyed
    })
  }

  /**
   * Removes a credential that is not active.
   * @param destroyKey whether its key is also deleted from the keychain, which can't be undone
   * @param confirm asks for a Production profile
   */
  async remove(
    profileId: string,
    credentialId: string,
    destroyKey: boolean,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const credential = findCredential(credentials, credentialId)
    requireNotActive(credential)
    const timeZone = await this.#options.timeZone?.()
    const question = removeCredentialQuestion(profile, credential, { destroyKey, now: this.#options.now() }, timeZone)
    await confirmInProduction(profile, confirm, question)
    const remove = (before: readonly NewCredentialEvent[], within?: Transaction): Promise<void> =>
      removeCredential(this.#options.profiles, profileId, credentialId, before, within)
    if (destroyKey) {
      const destroyed: readonly NewCredentialEvent[] = isKeyDestroyed(credential)
        ? []
        : [{ credentialId: credential.id, credentialName: nameInHistory(credential), kind: 'key-destroyed' }]
      await this.#keys.deleting(profile, [credential], async (within) => {
        await remove(destroyed, within)
        await this.#keys.delete(credential, within)
      })
    } else await this.#keys.keeping(profile, [credential], () => remove([]))
    this.#keys.forget(credentialId)
  }

  /**
   * Deletes a profile's client secret, its proxy password and all its keys from the keychain. This can't be undone.
   * @param afterwards what belongs to it, such as removing the profile: until then the keys' traces stay
   * @throws `keychain-…`: its message names the keys that are deleted already
   */
  async destroySecretsOf(
    profileId: string,
    afterwards: (within: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    await this.#keys.deleting(profile, credentials, async (within) => {
      const deleted: Credential[] = []
      try {
        for (const credential of credentials) {
          await this.#keys.delete(credential, within)
          deleted.push(credential)
        }
        await this.clientSecrets.delete(profileId, within)
        await this.#options.keychain.remove(proxyPasswordAccount(profileId), within)
      } catch (error) {
        throw namingDeletedKeys(error, deleted)
      }
      await afterwards(within)
    })
  }

  /** Binds the keys of a profile to its token host, to which the person agreed. @throws `profile-not-found`, `keychain-…` */
  async followHosts(profileId: string): Promise<void> {
    await this.#keys.follow(await this.#options.profiles.get(profileId))
  }

  /** Binds the keys of a profile to what it is now, which the person typed. @throws `profile-not-found`, `keychain-…` */
  async bindKeys(profileId: string): Promise<void> {
    await this.#keys.bindAll(await this.#options.profiles.get(profileId))
  }

  /** Removes a profile's credentials with `work`, and notes the origin of the keys that stay in the keychain. */
  async keepKeysOf(profileId: string, afterwards: () => Promise<void>): Promise<void> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    await this.#keys.keeping(profile, credentials, afterwards)
  }

  #instant(): string {
    return new Date(this.#options.now()).toISOString()
  }
}
