import { timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

/** What stands in a secret's place wherever it would be shown. */
const shown = '[secret]'

/**
 * A secret in main's memory: a private key, a client secret or an access token. It shows as `[secret]` in logs,
 * templates, JSON and errors, and the structured clone of one is empty, so it cannot leave by accident; `text()` and
 * `bytes()` are the only ways out.
 */
export class Secret {
  #bytes: Buffer | undefined

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Keeps a text, as UTF-8. */
  static fromText(text: string): Secret {
    return new Secret(Buffer.from(text, 'utf8'))
  }

  /** Keeps a copy of the bytes; the caller's own stay the caller's to wipe. */
  static fromBytes(bytes: Uint8Array): Secret {
    return new Secret(Buffer.from(bytes))
  }

  /** The secret as UTF-8 text. */
  text(): string {
    return this.#held().toString('utf8')
  }

  /** A copy of the secret's bytes, the caller's to wipe. */
  bytes(): Buffer {
    return Buffer.from(this.#held())
  }

  /** Whether both hold the same bytes. Takes the same time wherever they differ. */
  equals(other: Secret): boolean {
    const [mine, others] = [this.#held(), other.#held()]
    return mine.length === others.length && timingSafeEqual(mine, others)
  }

  /** Overwrites the bytes. A wiped secret cannot be read any more. */
  wipe(): void {
    this.#bytes?.fill(0)
    this.#bytes = undefined
  }

  toString(): string {
    return shown
  }

  toJSON(): string {
    return shown
  }

  [inspect.custom](): string {
    return shown
  }

  #held(): Buffer {
    if (this.#bytes === undefined) throw new Error('This secret was wiped.')
    return this.#bytes
  }
}
