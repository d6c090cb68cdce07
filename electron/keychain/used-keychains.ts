import { z } from 'zod'
import type { Database, Transaction } from '../store/database.ts'
import { StoredDocument } from '../store/stored-document.ts'

export const usedKeychainsSchema = z.array(z.object({ name: z.string(), version: z.string().optional() }))

/** A keychain's name and version. */
export type UsedKeychain = z.infer<typeof usedKeychainsSchema>[number]

/**
 * Remembers which keychains Clavis stored secrets in, last used last. On Linux the keychain changes with the desktop, and a missing
 * secret may be in another one.
 */
export class UsedKeychains {
  readonly #document: StoredDocument<readonly UsedKeychain[]>

  constructor(database: Database) {
    this.#document = new StoredDocument({
      database,
      name: 'used-keychains',
      parse: (content) => usedKeychainsSchema.parse(content ?? []),
    })
  }

  /** Records that a secret was stored in this keychain. */
  async note({ name, version }: UsedKeychain, within: Transaction): Promise<void> {
    await this.#document.change((before) => {
      const last = before.at(-1)
      if (last?.name === name && last.version === version) return before
      return [...before.filter((each) => each.name !== name), { name, version }]
    }, within)
  }

  /** Lists them, last used last. */
  list(): Promise<readonly UsedKeychain[]> {
    return this.#document.read()
  }

  /** Lists the names of the other keychains that secrets were stored in, last used first. */
  async othersThan(name: string): Promise<string[]> {
    return (await this.list())
      .map((keychain) => keychain.name)
      .filter((other) => other !== name)
      .toReversed()
  }
}
