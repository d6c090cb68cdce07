import type { IncomingMessage } from 'node:http'

/** Bytes of the longest body that is read. */
const longestBody = 1_000_000

/** Why a body was not read; answered with `status`. */
export class BodyRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * A request's body as UTF-8 text. One that is too long is read to its end but not kept, so that the refusal reaches
 * the client instead of a broken connection.
 * @throws BodyRefusal
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= longestBody) chunks.push(chunk)
  }
  if (size > longestBody) throw new BodyRefusal(413, `The body has more than ${longestBody} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new BodyRefusal(400, 'The body is not UTF-8.')
  }
}

/** A content type without its parameters, in lower case. */
export function mediaType(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}
