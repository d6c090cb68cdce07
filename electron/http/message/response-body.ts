import { pipeline } from 'node:stream/promises'
import { Writable, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ClavisError } from '../../../shared/model/errors/error.ts'

/** The most that an answer may have, decoded (design, section 3). */
export const bodyLimit = 64 * 1024 * 1024

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** How often a body may be compressed: each layer takes memory of its own, and services use one. */
const maxCodings = 3

/** The content codings that Clavis takes (RFC 9110 §12.5.3). */
export const acceptedCodings = 'gzip, br, deflate'

/**
 * A decoded body in the parts in which it came. A page of a list is large and is only handed on: joining it first would
 * take as much memory again, page after page.
 */
export class ResponseBody {
  /** In order. Their memory is the body's alone: whoever takes it leaves nothing of it behind. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  /** Bytes in all. */
  readonly size: number
  #whole: Buffer<ArrayBuffer> | undefined

  constructor(parts: readonly Uint8Array<ArrayBuffer>[]) {
    this.parts = parts
    this.size = parts.reduce((sum, { length }) => sum + length, 0)
  }

  /** The first bytes, or all of a shorter body. */
  start(length: number): Buffer<ArrayBuffer> {
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let index = 0, size = 0; size < length && index < this.parts.length; index += 1) {
      const part = this.parts[index]?.subarray(0, length - size) ?? new Uint8Array()
      parts.push(part)
      size += part.length
    }
    return Buffer.concat(parts)
  }

  /** The whole body in one piece. */
  bytes(): Buffer<ArrayBuffer> {
    this.#whole ??= Buffer.concat(this.parts, this.size)
    return this.#whole
  }

  /** The whole body as UTF-8 text. */
  text(): string {
    return this.bytes().toString('utf8')
  }
}

/**
 * Reads a body to its end and undoes its content codings (RFC 9110 §8.4).
 * @param limit bytes, decoded
 * @throws `response-too-large`; `response-truncated` where the compressed body is damaged or cut; else the stream's error
 */
export async function readBody(
  stream: Readable,
  contentEncoding: string | undefined,
  host: string,
  limit = bodyLimit,
): Promise<ResponseBody> {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > maxCodings)
    throw new ClavisError('response-truncated', `The answer of ${host} is compressed ${codings.length} times over.`, {
      hint: 'Check the address. If it is right, contact the service operator.',
    })
  // Codings are listed in the order they were applied.
  const transforms = codings.reverse().map((coding) => {
    const decoder = decoders[coding]
    if (decoder === undefined)
      throw new ClavisError(
        'response-truncated',
        `The answer of ${host} is packed as “${coding.slice(0, 40)}”, which is unknown.`,
        {
          hint: 'The people who run the service must mend it: Clavis said what it takes.',
        },
      )
    return decoder()
  })
  if (transforms.length === 0) return readPlain(stream, host, limit)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      // What a decoder gives lies in memory that it goes on writing into.
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
    )
      throw new ClavisError('response-truncated', `The compressed answer of ${host} is damaged or cut.`, {
        hint: 'Try again. If it stays so, look for a proxy in between.',
        cause: error,
      })
    throw error
  }
  return new ResponseBody(parts)
}

/** Listens to the stream itself: a pipeline would double what each page of a long list takes. */
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
    // Where it was destroyed without a reason; after the other two it changes nothing.
    stream.once('close', () => reject(new Error('The answer ended before its end.')))
  })
}

function tooLarge(host: string, limit: number): ClavisError {
  const size = limit < 1024 * 1024 ? `${limit / 1024} KiB` : `${limit / 1024 / 1024} MiB`
  return new ClavisError('response-too-large', `The answer of ${host} is larger than ${size}.`, {
    hint: 'Clavis stops there to protect this computer. Ask for less at once, or check the address.',
    details: { limitBytes: limit },
  })
}
