import { z } from 'zod'
import { credentialIdSchema } from '#shared/credentials/credential-id.ts'
import { keyPurposes, type KeyPurpose } from '#shared/credentials/recovery.ts'
import { instantSchema, profileIdSchema, type Profile } from '#shared/profiles/profile.ts'
import { isProcessAlive } from '../files/process-alive.ts'
import { type Keychain, removeKey } from '../keychain/keychain.ts'
import type { Database, Transaction } from '../store/database.ts'
import { parseContent } from '../store/stored-document.ts'

const keyTraceSchema = z.strictObject({
  keyId: credentialIdSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  purpose: z.enum(keyPurposes),
  at: instantSchema,
  /** Works with the key; 0 once nothing does. */
  processId: z.int().min(0),
})

/** What Clavis was about to do with a key, and for which profile. */
export type KeyTrace = z.infer<typeof keyTraceSchema>

/** Longer than any operation with a key, milliseconds: after that, a process with the same id is another one. */
const maxOperationMs = 600_000

/**
 * Stores a row for each key that is being written, deleted or left without a credential: before the keychain is touched, until
 * profile and keychain agree. After a crash it shows where a key came from.
 */
export class KeyTraces {
  readonly #database: Database
  readonly #now: () => number

  constructor({ database, now }: { readonly database: Database; readonly now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /**
   * Stores the traces of a profile's keys, each instead of an earlier one of its key. Never part of a larger change: a trace that is rolled back with it would be missing
   * just when it is needed.
   * @throws `disk-full`, `disk-failed`, `store-…`: then the keys must not be touched
   */
  async begin(keyIds: readonly string[], profile: Pick<Profile, 'id' | 'name'>, purpose: KeyPurpose): Promise<void> {
    const at = new Date(this.#now()).toISOString()
    const processId = purpose === 'keep' ? 0 : process.pid
    await this.#database.change(({ sql }) => {
      const insert = sql.prepare('INSERT OR REPLACE INTO key_traces (key_id, content) VALUES (?, ?)')
      for (const keyId of keyIds) {
        const trace = { keyId, profileId: profile.id, profileName: profile.name, purpose, at, processId }
        insert.run(keyId, JSON.stringify(keyTraceSchema.parse(trace)))
      }
    })
  }

  /** Removes traces once profile and keychain agree, as part of the change that makes them agree. */
  async end(keyIds: readonly string[], within?: Transaction): Promise<void> {
    if (keyIds.length === 0) return
    await this.#database.change(({ sql }) => {
      const remove = sql.prepare('DELETE FROM key_traces WHERE key_id = ?')
      for (const keyId of keyIds) remove.run(keyId)
    }, within)
  }

  /** Notes that nothing works with the keys any more, and that they may have been left behind. Never fails: see below. */
  async leave(keyIds: readonly string[], within?: Transaction): Promise<void> {
    // The original error is reported; if this fails, the traces stay and count once the process has ended.
    await this.#database
      .change(({ sql }) => {
        const change = sql.prepare(
          "UPDATE key_traces SET content = json_set(content, '$.processId', 0) WHERE key_id = ?",
        )
        for (const keyId of keyIds) change.run(keyId)
      }, within)
      .catch(() => undefined)
  }

  /**
   * Deletes a key that no credential refers to, with its trace. Never fails, because that would hide the original error;
   * if the key stays, its trace leads to it.
   */
  async removeUnnamed(keyId: string, keychain: Pick<Keychain, 'remove'>): Promise<void> {
    try {
      await this.#database.change(async (within) => {
        await removeKey(keychain, keyId, within)
        await this.end([keyId], within)
      })
    } catch {
      await this.leave([keyId])
    }
  }

  /** All traces, those of work in progress included. @throws `store-damaged`, `disk-failed` */
  list(): Promise<KeyTrace[]> {
    return this.#database.read((sql) =>
      sql
        .prepare('SELECT content FROM key_traces')
        .all()
        .map((row) =>
          parseContent(this.#database.path, () => keyTraceSchema.parse(JSON.parse(String(row['content'])))),
        ),
    )
  }

  /** Whether a process that is alive still works with the trace's key. */
  isInProgress({ processId, at }: KeyTrace): boolean {
    return processId !== 0 && this.#now() - Date.parse(at) < maxOperationMs && isProcessAlive(processId)
  }
}
