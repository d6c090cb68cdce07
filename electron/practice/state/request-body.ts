import type { IncomingMessage } from 'node:http'
import { invalidRequest } from './refusal.ts'

/** Maximum size of a body, bytes. */
const maxBodySize = 1_000_000

/**
 * Reads a request's body as UTF-8 text. One that is too long is read but not stored, so that the client gets the
 * refusal instead of a broken connection.
 * @throws Refusal
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodySize) chunks.push(chunk)
  }
  if (size > maxBodySize) throw invalidRequest(`The body has more than ${maxBodySize} bytes.`, 413)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalidRequest('The body is not UTF-8.')
  }
}

/** Returns a content type without its parameters, in lower case. */
export function mediaType(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}
