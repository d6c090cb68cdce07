import type { IncomingMessage } from 'node:http'

/** Maximum size of a body, bytes. */
const maxBodySize = 1_000_000

/** Why a body was not read; sent with `status`. */
export class BodyRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Reads a request's body as UTF-8 text. One that is too long is read but not stored, so that the client gets the
 * refusal instead of a broken connection.
 * @throws BodyRefusal
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodySize) chunks.push(chunk)
  }
  if (size > maxBodySize) throw new BodyRefusal(413, `The body has more than ${maxBodySize} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new BodyRefusal(400, 'The body is not UTF-8.')
  }
}

/** Returns a content type without its parameters, in lower case. */
export function mediaType(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}
