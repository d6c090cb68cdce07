import type { ExchangeTimings } from '../../shared/model/activity/activity.ts'
import type { KeptActivity } from './activity-file.ts'

/**
 * Exchanges as an HTTP Archive (HAR 1.2). What Clavis does not keep (headers, bodies, cookies) is empty there; lines
 * without an exchange are left out.
 */
export function activityAsHar(lines: readonly KeptActivity[]): { readonly text: string; readonly entries: number } {
  const entries = lines.flatMap((line) => {
    const { address, method, at, durationMs = 0, status = 0, size = 0, what, errorCode, timings } = line
    if (address === undefined || method === undefined) return []
    const common = { httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1 }
    return [
      {
        startedDateTime: at,
        time: durationMs,
        request: { method, url: address, ...common, queryString: [], bodySize: -1 },
        // A status of 0 says that no answer came.
        response: {
          ...{ status, statusText: errorCode ?? '', ...common, redirectURL: '', bodySize: size },
          content: { size, mimeType: '' },
        },
        cache: {},
        timings: harTimings(durationMs, timings),
        comment: what,
      },
    ]
  })
  const log = { version: '1.2', creator: { name: 'Clavis', version: '1' }, entries }
  return { text: `${JSON.stringify({ log }, undefined, 2)}\n`, entries: entries.length }
}

/** HAR's own division of the time: -1 says that a step was not taken or is not known; `connect` takes `ssl` in. */
function harTimings(durationMs: number, timings: ExchangeTimings | undefined): Readonly<Record<string, number>> {
  if (timings === undefined)
    return { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 }
  const { resolveMs, connectMs, tlsMs, firstByteMs, bodyMs } = timings
  const opened = (resolveMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0)
  return {
    // What is left: waiting for a connection to be free.
    blocked: Math.max(0, durationMs - opened - firstByteMs - bodyMs),
    dns: resolveMs ?? -1,
    connect: connectMs === undefined ? -1 : connectMs + (tlsMs ?? 0),
    ssl: tlsMs ?? -1,
    send: 0,
    wait: firstByteMs,
    receive: bodyMs,
  }
}
