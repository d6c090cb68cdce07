import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClavisError, ErrorCode } from '#shared/errors.ts'
import { refused } from './request-checks.ts'

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  'input-invalid': 400,
  'call-refused': 403,
  'not-confirmed': 403,
  'name-not-typed': 403,
  'host-not-agreed': 403,
  'production-read-only': 403,
  'profile-not-found': 404,
  'local-limit-exceeded': 429,
  'network-timeout': 504,
  'internal-fault': 500,
}

/** The body of an error: what the command line and the window show, too. */
function textOf({ code, message, hint }: ClavisError): string {
  return `${JSON.stringify({ code, message, ...(hint === undefined ? {} : { hint }) })}\n`
}

function statusOf({ code, details }: ClavisError): number {
  const status = details?.['answerStatus']
  return typeof status === 'number' ? status : (statuses[code] ?? 502)
}

/**
 * Answers a request with an error; if a response has begun, cuts it, so that it does not look whole. The connection is closed, because
 * the rest of what was sent on it may not be a request.
 */
export function answerError(response: ServerResponse, error: ClavisError): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const text = textOf(error)
  response.writeHead(statusOf(error), {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    ...(error.code === 'local-limit-exceeded' ? { 'retry-after': '1' } : {}),
  })
  response.end(text)
}

/** Answers what Node's parser refused, and closes the connection. @param isAnswering whether a response is being written on it */
export function answerUnparsed(error: Error, socket: Socket, isAnswering: boolean): void {
  const code = 'code' in error ? error.code : undefined
  if (!socket.writable || isAnswering || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const refusal =
    code === 'HPE_HEADER_OVERFLOW'
      ? refused(431, 'input-invalid', 'The request’s headers exceed 16 KiB.', 'Send fewer.')
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? refused(408, 'input-invalid', 'The request was not complete in time.', 'Send it at once.')
        : refused(400, 'input-invalid', 'This is not a valid HTTP/1.1 request.', 'Use an HTTP client.')
  const text = textOf(refusal)
  const lines = [
    `HTTP/1.1 ${statusOf(refusal)} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}
