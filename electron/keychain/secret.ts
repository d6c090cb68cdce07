import { timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

/** Shown instead of a secret. */
const placeholder = '[secret]'

/**
 * Holds a private key, client secret or access token in memory. It prints as `[secret]` in logs, templates, JSON and
 * errors, and its structured clone is empty; only `text()` and `bytes()` return the content.
 */
export class Secret {
  #bytes: Buffer | undefined

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Creates a secret from a text, as UTF-8. */
  static fromText(text: string): Secret {
    return new Secret(Buffer.from(text, 'utf8'))
  }

  /** Creates a secret from a copy of the bytes. The caller wipes the original. */
  static fromBytes(bytes: Uint8Array): Secret {
    return new Secret(Buffer.from(bytes))
  }

  /** Returns the secret as UTF-8 text. */
  text(): string {
    return this.#content().toString('utf8')
  }

  /** Returns a copy of the bytes, which the caller wipes. */
  bytes(): Buffer {
    return Buffer.from(this.#content())
  }

  /** Returns a copy of the secret. Each is wiped separately. */
  copy(): Secret {
    return Secret.fromBytes(this.#content())
  }

  /** Compares two secrets in constant time. */
  equals(other: Secret): boolean {
    const [mine, others] = [this.#content(), other.#content()]
    return mine.length === others.length && timingSafeEqual(mine, others)
  }

  /** Overwrites the bytes. A wiped secret can no longer be read. */
  wipe(): void {
    this.#bytes?.fill(0)
    this.#bytes = undefined
  }

  /** Does work with the secret, then overwrites it. */
  async whileUsed<T>(work: (secret: Secret) => Promise<T>): Promise<T> {
    try {
      return await work(this)
    } finally {
      this.wipe()
    }
  }

  toString(): string {
    return placeholder
  }

  toJSON(): string {
    return placeholder
  }

  [inspect.custom](): string {
    return placeholder
  }

  #content(): Buffer {
    if (this.#bytes === undefined) throw new Error('This secret was wiped.')
    return this.#bytes
  }
}
