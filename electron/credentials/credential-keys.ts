import { createPrivateKey, type KeyObject } from 'node:crypto'
import { isKeyDestroyed, type Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { keyAccount, type Keychain, removeKey } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { KeyBindings } from '../profiles/guards/key-bindings.ts'
import { nameInHistory } from '../profiles/store/credential-history.ts'
import { noteOwnKey } from '../profiles/store/credential-states.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { KeyUses } from '../requests/key-uses.ts'
import type { Transaction } from '../store/database.ts'
import { publicHalf, publicKeyFingerprint } from './key-pair.ts'
import { KeyTraces } from './key-traces.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
}

/**
 * Stores, reads and deletes the private keys of credentials in the keychain. Whatever adds or deletes one leaves a trace
 * first (decision 069).
 */
export class CredentialKeys {
  readonly #options: Options
  readonly #traces: KeyTraces
  readonly #bindings: KeyBindings
  /** Keys that sign, read once: the keychain is slow and can prompt. By credential id, with the profile they may be used for. */
  readonly #held = new Map<string, { readonly key: KeyObject; readonly profile: Profile }>()

  constructor(options: Options) {
    const { profiles, now } = options
    this.#options = options
    this.#bindings = new KeyBindings(options.keychain)
    this.#traces = new KeyTraces({ database: profiles.database, now })
    // Another process may have deleted a key, so cached keys are dropped on every change.
    profiles.onChange(() => this.#held.clear())
  }

  /**
   * Stores the key of a new credential and saves the credential, in one change.
   * @param keep adds the credential to its profile
   * @throws `keychain-…`, and what `keep` throws: the key is removed again
   */
  async store(
    privateKey: KeyObject,
    profile: Profile,
    credential: Credential,
    keep: (within: Transaction) => Promise<unknown>,
  ): Promise<void> {
    const secret = pkcs8(privateKey)
    try {
      await this.#traces.begin([credential.id], profile, 'create')
      await this.#options.profiles.database.change(async (within) => {
        // The keychain reads back what it stored and compares it; only then is the public key saved.
        await this.#options.keyUses.during({ what: 'New key stored', profile, credential }, () =>
          this.#options.keychain.write(keyAccount(credential.id), secret, within),
        )
        await this.#bindings.bind(credential.id, profile, within)
        await keep(within)
        noteOwnKey(within.sql, profile.id, credential.publicKeyFingerprint)
        await this.#traces.end([credential.id], within)
      })
    } catch (error) {
      // A keychain may store it and fail afterwards, or too late: no credential would ever refer to that key.
      await this.#traces.removeUnnamed(credential.id, this.#options.keychain)
      throw error
    } finally {
      secret.wipe()
    }
  }

  /**
   * Reads a private key from the keychain and checks that it matches the credential's public key.
   * @throws `keychain-…`; what {@link KeyBindings.require} throws
   */
  async read(profile: Profile, credential: Credential): Promise<KeyObject> {
    const held = this.#held.get(credential.id)
    if (held?.profile === profile) return held.key
    await this.#bindings.require(credential.id, profile)
    const key = await this.#options.keyUses.during({ what: 'Key loaded', profile, credential }, () =>
      this.#readMatching(credential),
    )
    this.#held.set(credential.id, { key, profile })
    return key
  }

  /** Deletes a key from the keychain. This cannot be undone. */
  async delete(credential: Credential, within: Transaction): Promise<void> {
    const { profile } = await this.#options.profiles.get(credential.profileId)
    const remove = (): Promise<void> => removeKey(this.#options.keychain, credential.id, within)
    await (isKeyDestroyed(credential)
      ? remove()
      : this.#options.keyUses.during({ what: 'Key deleted', profile, credential }, remove))
    this.#held.delete(credential.id)
  }

  /**
   * Deletes keys of a profile in one change with `work`; if it fails, the traces show what is left.
   * @param work deletes the keys, and changes the profile accordingly
   */
  async deleting<T>(
    profile: Profile,
    credentials: readonly Credential[],
    work: (within: Transaction) => Promise<T>,
  ): Promise<T> {
    const keyIds = credentials.map(({ id }) => id)
    try {
      await this.#traces.begin(keyIds, profile, 'delete')
      return await this.#options.profiles.database.change(async (within) => {
        const result = await work(within)
        await this.#traces.end(keyIds, within)
        return result
      })
    } catch (error) {
      await this.#traces.leave(keyIds)
      throw error
    }
  }

  /** Works under traces of keys that stay in the keychain without a credential: these say later whose they were. */
  async keeping(profile: Profile, credentials: readonly Credential[], work: () => Promise<unknown>): Promise<void> {
    const kept = credentials.filter((credential) => !isKeyDestroyed(credential)).map(({ id }) => id)
    try {
      await this.#traces.begin(kept, profile, 'keep')
      await work()
    } catch (error) {
      await this.#traces.end(kept)
      throw error
    }
  }

  /** Binds the keys of a profile to its token host, to which the person agreed. */
  async follow({ profile, credentials }: StoredProfile): Promise<void> {
    for (const { id } of credentials) await this.#bindings.follow(id, profile)
  }

  /** Binds the keys of a profile to what it is now, which the person typed. */
  async bindAll({ profile, credentials }: StoredProfile): Promise<void> {
    for (const { id } of credentials) await this.#bindings.bind(id, profile)
  }

  /** Lets go of a key that was read. */
  forget(credentialId: string): void {
    this.#held.delete(credentialId)
  }

  async #readMatching(credential: Credential): Promise<KeyObject> {
    const secret = await this.#options.keychain.read(keyAccount(credential.id))
    if (secret === undefined)
      throw new ClavisError('keychain-entry-missing', 'The keychain doesn’t contain this credential’s private key.', {
        hint: 'It may have been created on another computer or deleted. Create a new key and CSR.',
      })
    const bytes = secret.bytes()
    try {
      const key = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
      if (publicKeyFingerprint(publicHalf(key)) !== credential.publicKeyFingerprint)
        throw new Error('The key is another one than the credential’s.')
      return key
    } catch (error) {
      throw new ClavisError('keychain-entry-damaged', 'The keychain’s entry is not this credential’s private key.', {
        hint: 'Restore the keychain from a backup, or create a new key and CSR.',
        cause: error,
      })
    } finally {
      bytes.fill(0)
      secret.wipe()
    }
  }
}

function pkcs8(privateKey: KeyObject): Secret {
  const bytes = privateKey.export({ type: 'pkcs8', format: 'der' })
  const secret = Secret.fromBytes(bytes)
  bytes.fill(0)
  return secret
}

/** Adds to a failure which keys were deleted before it. */
export function namingDeletedKeys(error: unknown, deleted: readonly Credential[]): unknown {
  if (!(error instanceof ClavisError) || deleted.length === 0) return error
  const names = deleted.map(nameInHistory).join('; ')
  const keys = deleted.length === 1 ? 'One key was' : `${deleted.length} keys were`
  return new ClavisError(error.code, `${error.message} ${keys} deleted before that: ${names}.`, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.command === undefined ? {} : { command: error.command }),
    details: { ...error.details, deleted: deleted.map(({ id }) => id) },
    cause: error,
  })
}
