import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { credentialIdSchema } from '../../../shared/model/credential/credential-id.ts'
import { instantSchema, profileIdSchema, type Profile } from '../../../shared/model/profile/profile.ts'
import { keyPurposes, type KeyPurpose } from '../../../shared/model/credential/recovery.ts'
import { writeFileAtomically } from '../../files/writing/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import { isProcessAlive } from '../../files/locks/process-alive.ts'
import { parsedJson } from '../../../shared/model/values/json.ts'
import { keyAccount, type Keychain } from '../../keychain/keychain.ts'

const traceSchema = z.strictObject({
  version: z.literal(1),
  keyId: credentialIdSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  purpose: z.enum(keyPurposes),
  at: instantSchema,
  /** Works with the key; 0 once nothing does. */
  processId: z.int().min(0),
})

/** What Clavis was about to do with a key, and for which profile. */
export type KeyTrace = z.infer<typeof traceSchema>

/** Longer than any operation with a key, milliseconds: after that, a process with the same id is another one. */
const maxOperationMs = 600_000

/**
 * Stores a small file in `key-traces/` of the data folder for each key that is being written, deleted or left without a
 * credential: written before the keychain is touched, removed once profile and keychain agree. After a crash it shows
 * where a key came from. One file per key, so that two processes never write the same one.
 */
export class KeyTraces {
  readonly #folder: string
  readonly #now: () => number

  /** @param options `folder`: the data folder */
  constructor({ folder, now }: { readonly folder: string; readonly now: () => number }) {
    this.#folder = join(folder, 'key-traces')
    this.#now = now
  }

  /** Writes a key's trace to the disk. @throws `disk-full`, `disk-failed`: then the key must not be touched */
  async begin(keyId: string, profile: Pick<Profile, 'id' | 'name'>, purpose: KeyPurpose): Promise<void> {
    await this.#write({
      version: 1,
      keyId,
      profileId: profile.id,
      profileName: profile.name,
      purpose,
      at: new Date(this.#now()).toISOString(),
      processId: purpose === 'keep' ? 0 : process.pid,
    })
  }

  /** Removes traces once profile and keychain agree. One that can't be removed is harmless and is removed later. */
  async end(...keyIds: readonly string[]): Promise<void> {
    for (const keyId of keyIds) await rm(this.#fileOf(keyId), { force: true }).catch(() => undefined)
  }

  /** Notes that nothing works with the keys any more, and that they may have been left behind. */
  async leave(...keyIds: readonly string[]): Promise<void> {
    for (const keyId of keyIds) {
      const trace = await this.#read(this.#fileOf(keyId)).catch(() => undefined)
      // The original error is reported; if this fails, the trace stays and counts once the process has ended.
      if (trace !== undefined) await this.#write({ ...trace, processId: 0 }).catch(() => undefined)
    }
  }

  /**
   * Deletes a key that no credential refers to, with its trace. Never fails, because that would hide the original error;
   * if the key stays, its trace leads to it.
   */
  async removeUnnamed(keyId: string, keychain: Pick<Keychain, 'remove'>): Promise<void> {
    try {
      await keychain.remove(keyAccount(keyId))
      await this.end(keyId)
    } catch {
      await this.leave(keyId)
    }
  }

  /** All traces, those of work in progress included. @throws `disk-failed` */
  async list(): Promise<KeyTrace[]> {
    let names: string[]
    try {
      names = await readdir(this.#folder)
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return []
      throw diskFailure(error, this.#folder, 'read')
    }
    const traces = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.#read(join(this.#folder, name))),
    )
    return traces.filter((trace) => trace !== undefined)
  }

  /** Whether a process that is alive still works with the trace's key. */
  isInProgress({ processId, at }: KeyTrace): boolean {
    return processId !== 0 && this.#now() - Date.parse(at) < maxOperationMs && isProcessAlive(processId)
  }

  /** A missing file, or one that Clavis did not write, is no trace. */
  async #read(path: string): Promise<KeyTrace | undefined> {
    return traceSchema.safeParse(parsedJson(await readFile(path, 'utf8').catch(() => ''))).data
  }

  #write(trace: KeyTrace): Promise<void> {
    return writeFileAtomically(this.#fileOf(trace.keyId), `${JSON.stringify(trace, undefined, 2)}\n`)
  }

  #fileOf(keyId: string): string {
    return join(this.#folder, `${credentialIdSchema.parse(keyId)}.json`)
  }
}
