import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../../../files/writing/atomic-file.ts'
import { readTextIfPresent } from '../../../files/writing/state-file.ts'
import { parsedJson } from '../../../../shared/model/values/json.ts'

const fileSchema = z.strictObject({ version: z.literal(1), certificates: z.array(z.string()) })

/** Maximum number of certificates, and of their characters; the oldest are dropped first. */
const maxCertificates = 2_000
const maxCharacters = 5_000_000

/**
 * Certificates that were imported before their key or before the certificates they issued, in `loose-certificates.json`
 * of the data folder. They are matched when the missing part is imported, so that the order of imports doesn't matter.
 * All of them are public.
 */
export class LooseCertificates {
  readonly #file: string

  constructor({ folder }: { readonly folder: string }) {
    this.#file = join(folder, 'loose-certificates.json')
  }

  /**
   * Returns their PEM; none if the file is missing or damaged, because they can be imported again.
   * @throws `disk-failed`
   */
  async list(): Promise<string[]> {
    const content = parsedJson((await readTextIfPresent(this.#file)) ?? '')
    return fileSchema.safeParse(content).data?.certificates ?? []
  }

  /** @throws `disk-full`, `disk-failed` */
  async replace(certificates: readonly string[]): Promise<void> {
    const kept = withinLimits(certificates)
    await writeFileAtomically(this.#file, `${JSON.stringify({ version: 1, certificates: kept }, undefined, 2)}\n`)
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
