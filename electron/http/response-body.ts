import { pipeline } from 'node:stream/promises'
import { Writable, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ClavisError } from '../../shared/model/error.ts'

/** The most that an answer may have, decoded (design, section 3). */
export const bodyLimit = 64 * 1024 * 1024

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The content codings that Clavis takes (RFC 9110 §12.5.3). */
export const acceptedCodings = 'gzip, br, deflate'

/**
 * Reads a body to its end and undoes its content codings (RFC 9110 §8.4).
 * @throws `response-too-large`; `response-truncated` where the compressed body is damaged or cut; else the stream's error
 */
export async function readBody(stream: Readable, contentEncoding: string | undefined, host: string): Promise<Buffer> {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  // Codings are listed in the order they were applied.
  const transforms = codings.reverse().map((coding) => {
    const decoder = decoders[coding]
    if (decoder === undefined)
      throw new ClavisError('response-truncated', `The answer of ${host} is packed as “${coding}”, which is unknown.`, {
        hint: 'The people who run the service must mend it: Clavis said what it takes.',
      })
    return decoder()
  })
  if (transforms.length === 0) return readPlain(stream, host)
  const chunks: Buffer[] = []
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size <= bodyLimit) chunks.push(chunk)
      done(size <= bodyLimit ? null : tooLarge(host))
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
  return joined(chunks, size)
}

/** Listens to the stream itself: a pipeline would double what each page of a long list takes. */
function readPlain(stream: Readable, host: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bodyLimit) stream.destroy(tooLarge(host))
      else chunks.push(chunk)
    })
    stream.once('end', () => resolve(joined(chunks, size)))
    stream.once('error', reject)
    // Where it was destroyed without a reason; after the other two it changes nothing.
    stream.once('close', () => reject(new Error('The answer ended before its end.')))
  })
}

function joined(chunks: readonly Buffer[], size: number): Buffer {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
}

function tooLarge(host: string): ClavisError {
  return new ClavisError('response-too-large', `The answer of ${host} is larger than 64 MiB.`, {
    hint: 'Clavis stops there to protect this computer. Ask for less at once, or check the address.',
    details: { limitBytes: bodyLimit },
  })
}
