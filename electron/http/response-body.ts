import { Writable, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ClavisError } from '#shared/errors.ts'

/** Maximum size of a decoded response (decision 058). */
export const bodyLimit = 64 * 1024 * 1024

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/** Maximum number of content codings: each layer takes memory, and services use one. */
const maxCodings = 3

/** The content codings that Clavis accepts (RFC 9110 §12.5.3): not `deflate`, which many servers send without its header. */
export const acceptedCodings = 'gzip, br'

/**
 * A decoded body in the parts in which it arrived. A page of a list is large and is only passed on: joining its parts
 * would take as much memory again.
 */
export class ResponseBody {
  /** In order. Their memory belongs to the body alone, so that they can be transferred without leaving a copy. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  /** Total number of bytes. */
  readonly size: number
  #whole: Buffer<ArrayBuffer> | undefined

  constructor(parts: readonly Uint8Array<ArrayBuffer>[]) {
    this.parts = parts
    this.size = parts.reduce((sum, { length }) => sum + length, 0)
  }

  /** Returns the first bytes, or all of a shorter body. */
  start(length: number): Buffer<ArrayBuffer> {
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let index = 0, size = 0; size < length && index < this.parts.length; index += 1) {
      const part = this.parts[index]?.subarray(0, length - size) ?? new Uint8Array()
      parts.push(part)
      size += part.length
    }
    return Buffer.concat(parts)
  }

  bytes(): Buffer<ArrayBuffer> {
    this.#whole ??= Buffer.concat(this.parts, this.size)
    return this.#whole
  }

  /** Returns the whole body as UTF-8 text. */
  text(): string {
    return this.bytes().toString('utf8')
  }
}

/**
 * Reads and decodes a body (RFC 9110 §8.4).
 * @param limit bytes, decoded
 * @param isNeeded whether a body in an unknown coding is an error; if not, it counts as empty
 * @throws `response-too-large`, `response-encoding-unsupported`; `response-truncated` if the compressed body is damaged
 *   or incomplete; else the stream's error
 */
export async function readBody(
  stream: Readable,
  contentEncoding: string | undefined,
  host: string,
  limit = bodyLimit,
  isNeeded = true,
): Promise<ResponseBody> {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding))
  if (unknown !== undefined || codings.length > maxCodings) {
    // Else the connection would wait for the body to be read.
    stream.on('error', () => undefined).destroy()
    if (!isNeeded) return new ResponseBody([])
    throw unsupported(host, unknown ?? codings.join(', '))
  }
  // Codings are listed in the order they were applied.
  const transforms = codings.reverse().flatMap((coding) => decoders[coding]?.() ?? [])
  if (transforms.length === 0) return readPlain(stream, host, limit)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      // Copied, because decoders reuse their memory.
      if (size <= limit) parts.push(new Uint8Array(chunk))
      done(size <= limit ? null : tooLarge(host, limit))
    },
  })
  try {
    await pipeline([stream, ...transforms, sink])
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      typeof error.code === 'string' &&
      /^Z_|ERR__?BROTLI/u.test(error.code)
    ) {
      if (codings.includes('deflate') && error.message === 'incorrect header check')
        throw unsupported(host, 'deflate without its header')
      throw new ClavisError('response-truncated', `The compressed response of ${host} is damaged or incomplete.`, {
        hint: 'Try again. If it happens again, check for a proxy in between.',
        cause: error,
      })
    }
    throw error
  }
  return new ResponseBody(parts)
}

/** Reads an uncompressed body with the stream's events: a pipeline would take twice as long per page. */
function readPlain(stream: Readable, host: string, limit: number): Promise<ResponseBody> {
  return new Promise((resolve, reject) => {
    const parts: Buffer<ArrayBuffer>[] = []
    let size = 0
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
      size += chunk.length
      if (size > limit) stream.destroy(tooLarge(host, limit))
      else parts.push(chunk)
    })
    stream.once('end', () => resolve(new ResponseBody(parts)))
    stream.once('error', reject)
    // If it was destroyed without an error; after the other two events it has no effect.
    stream.once('close', () => reject(new Error('The response was cut off.')))
  })
}

function unsupported(host: string, coding: string): ClavisError {
  const name = coding.slice(0, 40)
  return new ClavisError(
    'response-encoding-unsupported',
    `The response of ${host} has the content coding “${name}”, which Clavis can’t decode.`,
    {
      hint: `Contact the service operator: the request asked for ${acceptedCodings} or none. A proxy in between may have changed it.`,
      details: { coding: name },
    },
  )
}

function tooLarge(host: string, limit: number): ClavisError {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KiB` : `${limit / 1024 / 1024} MiB`
  return new ClavisError('response-too-large', `The response of ${host} exceeds ${size}.`, {
    hint: 'Clavis stopped to protect this computer. Request less at once, or check the address.',
    details: { limitBytes: limit },
  })
}
