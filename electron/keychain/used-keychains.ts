import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../files/writing/atomic-file.ts'
import { parsedJson } from '../../shared/model/values/json.ts'

const usedKeychainSchema = z.object({ name: z.string(), version: z.string().optional() })
const fileSchema = z.object({ keychains: z.array(usedKeychainSchema) })

/** A keychain's name and version. */
export interface UsedKeychain {
  readonly name: string
  readonly version?: string | undefined
}

/**
 * Remembers in the data folder's `keychain.json` which keychains Clavis stored secrets in, last used last. On Linux the
 * keychain changes with the desktop, and a missing secret may be in another one.
 */
export class UsedKeychains {
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, 'keychain.json')
  }

  /** Lists the keychains. A missing or unreadable file counts as empty: it is rebuilt with use. */
  async list(): Promise<readonly UsedKeychain[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '')
    return fileSchema.safeParse(parsedJson(text)).data?.keychains ?? []
  }

  /** Records that a secret was stored in this keychain. */
  async note(keychain: UsedKeychain): Promise<void> {
    const before = await this.list()
    const last = before.at(-1)
    if (last?.name === keychain.name && last.version === keychain.version) return
    const keychains = [...before.filter(({ name }) => name !== keychain.name), keychain]
    await writeFileAtomically(this.#file, `${JSON.stringify({ keychains }, undefined, 2)}\n`)
  }

  /** Lists the names of the other keychains that secrets were stored in, last used first. */
  async othersThan(name: string): Promise<string[]> {
    return (await this.list())
      .map((keychain) => keychain.name)
      .filter((other) => other !== name)
      .reverse()
  }
}
