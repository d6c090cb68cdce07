import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { endpointUrlSchema } from '#shared/profiles/address.ts'
import { releaseSchema, type Release, type UpdateCheck } from '#shared/settings/app-settings.ts'
import { readTextIfPresent } from '../files/read-chosen-file.ts'
import type { HttpClient } from '../http/http-client.ts'

/** The file in the data folder that turns the check on (docs/updates.md). */
const fileName = 'updates.json'

/** Maximum size of the feed and of its signature, bytes. */
const maxBytes = 64 * 1024

/** How long each of the two requests may take, ms. */
const timeLimitMs = 20_000

const fileSchema = z.strictObject({
  feed: endpointUrlSchema,
  /** An Ed25519 key: DER (SubjectPublicKeyInfo) in Base64. */
  publicKey: z.base64(),
})

interface Options {
  readonly dataFolder: string
  readonly http: Pick<HttpClient, 'send'>
}

/**
 * Checks a signed feed for a newer version. Nothing is sent unless the data folder has a file that names the feed. The page cannot
 * write that file: otherwise, it could send what it sees to any address.
 */
export class UpdateCheckService {
  readonly #file: string
  readonly #http: Options['http']

  constructor({ dataFolder, http }: Options) {
    this.#file = join(dataFolder, fileName)
    this.#http = http
  }

  /**
   * Compares the feed's version with the running one.
   * @throws `input-invalid` for a damaged file, `disk-failed`, `network-…`, `service-refused`, `response-not-json`
   */
  async check(runningVersion: string): Promise<UpdateCheck> {
    const configured = await this.#configuration()
    if (configured === undefined) return { state: 'off' }
    const { feed, publicKey } = configured
    const [content, signature] = await Promise.all([this.#get(feed), this.#get(`${feed}.sig`)])
    if (!verify(null, content, publicKey, Buffer.from(signature.toString('latin1'), 'base64')))
      return { state: 'untrusted' }
    const release = readRelease(content, feed)
    return isNewer(release.version, runningVersion) ? { state: 'available', ...release } : { state: 'current' }
  }

  async #configuration(): Promise<{ readonly feed: string; readonly publicKey: KeyObject } | undefined> {
    const text = await readTextIfPresent(this.#file)
    if (text === undefined) return undefined
    try {
      const { feed, publicKey } = fileSchema.parse(JSON.parse(text))
      const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
      if (key.asymmetricKeyType === 'ed25519') return { feed, publicKey: key }
    } catch {
      // The same remedy as for another kind of key.
    }
    throw new ClavisError('input-invalid', `${fileName} must have a feed address and an Ed25519 public key.`, {
      hint: 'Correct or remove it. The format is described in docs/updates.md.',
    })
  }

  async #get(url: string): Promise<Buffer> {
    const { status, body } = await this.#http.send({
      method: 'GET',
      url,
      headers: { accept: '*/*' },
      purpose: { kind: 'call', what: 'Update check', agreement: undefined },
      retry: 'safe',
      authorities: [],
      proxy: { kind: 'system' },
      bodyLimit: maxBytes,
      timeLimit: timeLimitMs,
    })
    if (status === 200) return body.bytes()
    throw new ClavisError('service-refused', `The update feed responded with status ${status}.`, {
      hint: `Check the address in ${fileName}.`,
      details: { status },
    })
  }
}

function readRelease(content: Buffer, feed: string): Release {
  try {
    return releaseSchema.parse(JSON.parse(content.toString('utf8')))
  } catch (error) {
    throw new ClavisError('response-not-json', `The update feed of ${new URL(feed).host} names no version.`, {
      hint: 'Contact the publisher of the feed.',
      cause: error,
    })
  }
}

/** Compares versions of three numbers. What follows a dash, as in a pre-release, does not count. */
function isNewer(version: string, than: string): boolean {
  const numbers = (text: string): number[] => text.split(/[.-]/u, 3).map(Number)
  const [wanted, running] = [numbers(version), numbers(than)]
  const index = wanted.findIndex((number, at) => number !== running[at])
  return index !== -1 && (wanted[index] ?? 0) > (running[index] ?? 0)
}
