import { z } from 'zod'
import type { Database, Transaction } from '../../store/database.ts'
import { StoredDocument } from '../../store/stored-document.ts'

/** Maximum number of certificates, and of their characters; the oldest are dropped first. */
const maxCertificates = 2_000
const maxCharacters = 5_000_000

/**
 * Certificates that were imported before their key or before the certificates they issued. They are matched when the missing part
 * is imported, so that the order of imports doesn't matter. All of them are public.
 */
export class LooseCertificates {
  readonly #document: StoredDocument<readonly string[]>

  constructor({ database }: { readonly database: Database }) {
    this.#document = new StoredDocument({
      database,
      name: 'loose-certificates',
      parse: (content) => z.array(z.string()).parse(content ?? []),
    })
  }

  /** Returns their PEM. @throws `store-damaged`, `disk-failed` */
  list(): Promise<readonly string[]> {
    return this.#document.read()
  }

  /** @throws `disk-full`, `disk-failed` */
  async replace(certificates: readonly string[], within?: Transaction): Promise<void> {
    await this.#document.change(() => withinLimits(certificates), within)
  }
}

function withinLimits(certificates: readonly string[]): string[] {
  const kept: string[] = []
  let characters = 0
  for (const pem of certificates.slice(-maxCertificates).toReversed()) {
    characters += pem.length
    if (characters > maxCharacters) break
    kept.unshift(pem)
  }
  return kept
}
