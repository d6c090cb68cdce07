import type { RequestTimings } from '#shared/requests/activity.ts'
import type { KeptActivity } from './stored-activity.ts'

/**
 * Formats requests as an HTTP Archive (HAR 1.2). What Clavis doesn't store (headers, bodies, cookies) is empty; entries
 * without a request are left out.
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
        // A status of 0 means that no response arrived.
        response: {
          status,
          statusText: errorCode ?? '',
          ...common,
          redirectURL: '',
          bodySize: size,
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

/** Converts timings to those of HAR: -1 means that a step was skipped or is unknown; `connect` includes `ssl`. */
function harTimings(durationMs: number, timings: RequestTimings | undefined): Readonly<Record<string, number>> {
  if (timings === undefined)
    return { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 }
  const { resolveMs, connectMs, tlsMs, firstByteMs, bodyMs } = timings
  const opened = (resolveMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0)
  return {
    // The rest: waiting for a free connection.
    blocked: Math.max(0, durationMs - opened - firstByteMs - bodyMs),
    dns: resolveMs ?? -1,
    connect: connectMs === undefined ? -1 : connectMs + (tlsMs ?? 0),
    ssl: tlsMs ?? -1,
    send: 0,
    wait: firstByteMs,
    receive: bodyMs,
  }
}
