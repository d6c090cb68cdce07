import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Credential } from '#shared/credentials/credential.ts'
import type { KeyRecord } from '#shared/credentials/recovery.ts'
import { ClavisError } from '#shared/errors.ts'
import { flavorNames, needsCertificate } from '#shared/profiles/environment.ts'
import { type Confirm, confirmInProduction } from '../../confirmation.ts'
import { keyAccount, type Keychain, removeKey } from '../../keychain/keychain.ts'
import { attachKeyQuestion, deleteUnassignedKeyQuestion } from '../../profiles/guards/confirmation-messages.ts'
import { KeyBindings } from '../../profiles/guards/key-bindings.ts'
import { noteOwnKey } from '../../profiles/store/credential-states.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'
import { parseStoredCertificate } from '../../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { KeyUses } from '../../requests/key-uses.ts'
import type { Transaction } from '../../store/database.ts'
import { describeCertificate } from '../certificate.ts'
import { CertificatePool, latestFirst } from '../import/certificate-pool.ts'
import { keylessCredentials } from '../import/keyless-credentials.ts'
import { LooseCertificates } from '../import/loose-certificates.ts'
import { publicHalf, publicKeyFingerprint } from '../key-pair.ts'
import { KeyTraces } from '../key-traces.ts'
import { withCertificate, withRestoredKey } from '../lifecycle.ts'
import { isSettled, isSpent, takeInventory } from './key-inventory.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  /** The person's time zone, IANA name; the computer's by default. */
  readonly timeZone?: () => Promise<string | undefined>
}

/** Finds the keys of the keychain that no profile has, and the profiles whose key is missing, and puts that right. */
export class RecoveryService {
  readonly #options: Options
  readonly #traces: KeyTraces
  readonly #loose: LooseCertificates

  constructor(options: Options) {
    const { profiles, now } = options
    this.#options = options
    this.#traces = new KeyTraces({ database: profiles.database, now })
    this.#loose = new LooseCertificates(profiles)
  }

  /** Lists every key. Touches all of Clavis's entries in the keychain. @throws `keychain-…`, `disk-failed` */
  async list(within?: Transaction): Promise<KeyRecord[]> {
    const traces = await this.#traces.list()
    const tracesInProgress = traces.filter((trace) => this.#traces.isInProgress(trace))
    const otherTraces = traces.filter((trace) => !tracesInProgress.includes(trace))
    const profilesBefore = await this.#options.profiles.list()
    const secrets = await this.#options.keychain.list()
    const profiles = await this.#options.profiles.list()
    const keys = takeInventory({ tracesInProgress, otherTraces, profilesBefore, secrets, profiles })
    await this.#traces.end(
      otherTraces.filter((trace) => isSpent(trace, keys)).map(({ keyId }) => keyId),
      within,
    )
    return keys
  }

  /**
   * Counts the keys that an interrupted operation may have left behind, by their traces: without touching the keychain.
   * @throws `disk-failed`
   */
  async leftBehind(): Promise<number> {
    const profiles = await this.#options.profiles.list()
    const traces = (await this.#traces.list()).filter((trace) => !this.#traces.isInProgress(trace))
    const settled = traces.filter((trace) => isSettled(trace, profiles))
    await this.#traces.end(settled.map(({ keyId }) => keyId))
    return traces.filter((trace) => !settled.includes(trace) && trace.purpose !== 'keep').length
  }

  /**
   * Makes a key that no profile has a credential of the profile, with its certificate if that was imported before. Reads
   * the key from the keychain to compute its public half.
   * @throws `credential-not-found`, `credential-state-wrong`, `key-unsuitable`, `keychain-…`; what `confirm` throws
   */
  async attach(keyId: string, profileId: string, confirm: Confirm): Promise<Credential> {
    const { profile } = await this.#options.profiles.get(profileId)
    const key = await this.#find(keyId)
    if (key.state === 'marked-deleted' ? key.profile?.id !== profileId : key.state !== 'unassigned')
      throw notUnassigned(key)
    if (!needsCertificate(profile))
      throw new ClavisError('key-unsuitable', `“${profile.name}” uses ${flavorNames.basic} and needs no key.`, {
        hint: 'Choose another profile.',
      })
    const question = attachKeyQuestion(profile, key, await this.#options.timeZone?.())
    // Its owner is uncertain, so another profile's host could get something that a Production key signed.
    if (key.state === 'marked-deleted') await confirmInProduction(profile, confirm, question)
    else await confirm(question)
    const { publicKey, keySize } = await this.#publicHalfOf(keyId)
    const created = await this.#credentialOf(keyId, profileId, publicKey, keySize)
    const credentials = await this.#options.profiles.database.change(async (within) => {
      // The person may have taken a while, and another process may have deleted or attached it.
      requireSameState(key, await this.#find(keyId, within))
      await this.#traces.end([keyId], within)
      const attached = (current: Credential[]): Credential[] => {
        const same = current.find(({ id }) => id === keyId)
        if (same === undefined) return [created, ...current]
        if (same.publicKeyFingerprint !== created.publicKeyFingerprint) throw notThisKey()
        return current.map((each) => (each === same ? withRestoredKey(each) : each))
      }
      const after = await this.#options.profiles.changeCredentials(profileId, attached, [], within)
      noteOwnKey(within.sql, profileId, created.publicKeyFingerprint)
      await new KeyBindings(this.#options.keychain).bind(keyId, profile, within)
      return after
    })
    const attached = credentials.find(({ id }) => id === keyId) ?? created
    this.#options.keyUses.record({ what: 'Key attached', profile, credential: attached })
    return attached
  }

  /**
   * Deletes a key that no credential has. This cannot be undone.
   * @throws `credential-not-found`, `credential-state-wrong`, `keychain-…`; what `confirm` throws
   */
  async delete(keyId: string, confirm: Confirm): Promise<void> {
    const key = await this.#find(keyId)
    requireDeletable(key)
    await confirm(deleteUnassignedKeyQuestion(key))
    await this.#options.profiles.database.change(async (within) => {
      // The person may have taken a while, and another process may have attached it.
      const found = await this.#find(keyId, within)
      requireDeletable(found)
      await removeKey(this.#options.keychain, keyId, within)
      // That of a credential's key says why it is missing, until the next list.
      if (found.state !== 'unreadable' || found.profile === undefined) await this.#traces.end([keyId], within)
    })
  }

  async #find(keyId: string, within?: Transaction): Promise<KeyRecord> {
    const key = (await this.list(within)).find((each) => each.keyId === keyId)
    if (key === undefined)
      throw new ClavisError('credential-not-found', 'This key is not in the keychain.', {
        hint: 'It was deleted in the meantime. Reload the list.',
      })
    return key
  }

  async #publicHalfOf(keyId: string): Promise<{ publicKey: KeyObject; keySize: number }> {
    const secret = await this.#options.keychain.read(keyAccount(keyId))
    const bytes = secret?.bytes()
    try {
      if (bytes === undefined) throw new Error('The entry doesn’t exist.')
      const publicKey = publicHalf(createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' }))
      const keySize = publicKey.asymmetricKeyDetails?.modulusLength
      if (publicKey.asymmetricKeyType !== 'rsa' || keySize === undefined) throw new Error('It is not an RSA key.')
      return { publicKey, keySize }
    } catch (error) {
      throw new ClavisError('key-unsuitable', 'The keychain’s entry of this name is not an RSA private key.', {
        hint: 'Delete it, or restore the keychain from a backup.',
        cause: error,
      })
    } finally {
      bytes?.fill(0)
      secret?.wipe()
    }
  }

  async #credentialOf(keyId: string, profileId: string, publicKey: KeyObject, keySize: number): Promise<Credential> {
    const at = new Date(this.#options.now()).toISOString()
    const fingerprint = publicKeyFingerprint(publicKey)
    const profiles = await this.#options.profiles.list()
    const keyless = await keylessCredentials(
      this.#options.keychain,
      this.#options.profiles.database,
      profiles,
      new Set([fingerprint]),
    )
    requireUnknown(fingerprint, new Set([keyId, ...keyless]), profiles)
    const credential = {
      id: keyId,
      profileId,
      keySize,
      publicKeyFingerprint: fingerprint,
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      createdAt: at,
      state: 'key-created' as const,
    }
    const loose = await parsed(await this.#loose.list())
    const [certificate] = loose.filter((each) => isOf(each, fingerprint)).sort(latestFirst)
    if (certificate === undefined) return credential
    const chain = new CertificatePool(loose).chainOf(certificate)
    return withCertificate(credential, describeCertificate(certificate, chain, at))
  }
}

/** Takes up to a few thousand certificates apart, without holding up main. */
async function parsed(pems: readonly string[]): Promise<X509Certificate[]> {
  const certificates: X509Certificate[] = []
  for (const [index, pem] of pems.entries()) {
    const certificate = parseStoredCertificate(pem)
    if (certificate !== undefined) certificates.push(certificate)
    if (index % 50 === 49) await setImmediate()
  }
  return certificates
}

function isOf(certificate: X509Certificate, fingerprint: string): boolean {
  return publicKeyFingerprint(certificate.publicKey) === fingerprint
}

function requireDeletable(key: KeyRecord): void {
  if (key.state !== 'unassigned' && key.state !== 'unreadable' && key.state !== 'marked-deleted')
    throw notUnassigned(key)
}

function requireSameState(before: KeyRecord, now: KeyRecord): void {
  if (now.state !== before.state || now.profile?.id !== before.profile?.id) throw notUnassigned(now)
}

/**
 * A credential already has the same key under another id: two credentials with one key make no sense.
 * @param others credentials that don't count
 */
function requireUnknown(fingerprint: string, others: ReadonlySet<string>, profiles: readonly StoredProfile[]): void {
  for (const { profile, credentials } of profiles)
    if (credentials.some((each) => !others.has(each.id) && each.publicKeyFingerprint === fingerprint))
      throw new ClavisError('credential-state-wrong', `“${profile.name}” already has a credential with this key.`, {
        hint: 'This copy can be deleted.',
      })
}

function notUnassigned({ state, profile }: KeyRecord): ClavisError {
  const message = {
    assigned: `This key belongs to a credential of “${profile?.name ?? ''}”.`,
    missing: 'This key is not in the keychain.',
    'in-progress': 'Clavis is working with this key right now.',
    unreadable: 'Only part of this key is left, so it can’t be used.',
    'marked-deleted': `This key belongs to a credential of “${profile?.name ?? ''}” that is marked as deleted.`,
    unassigned: 'This key doesn’t belong to a credential.',
  }[state]
  const hint = {
    assigned: 'Delete it together with its credential.',
    missing: 'Import the key again, or create a new one.',
    'in-progress': 'Try again when that has finished.',
    unreadable: 'Delete it.',
    'marked-deleted': 'Attach it to that profile, or delete it.',
    unassigned: 'Attach it to a profile, or delete it.',
  }[state]
  return new ClavisError('credential-state-wrong', message, { hint })
}

function notThisKey(): ClavisError {
  return new ClavisError('keychain-entry-damaged', 'The keychain’s entry is not this credential’s private key.', {
    hint: 'Delete it, or restore the keychain from a backup.',
  })
}
