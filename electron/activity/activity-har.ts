import type { KeptActivity } from './activity-file.ts'

/**
 * Exchanges as an HTTP Archive (HAR 1.2). What Clavis does not keep (headers, bodies, cookies) is empty there; lines
 * without an exchange are left out.
 */
export function activityAsHar(lines: readonly KeptActivity[]): { readonly text: string; readonly entries: number } {
  const entries = lines.flatMap((line) => {
    const { address, method, at, durationMs = 0, status = 0, size = 0, what, errorCode } = line
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
        timings: { send: 0, wait: durationMs, receive: 0 },
        comment: what,
      },
    ]
  })
  const log = { version: '1.2', creator: { name: 'Clavis', version: '1' }, entries }
  return { text: `${JSON.stringify({ log }, undefined, 2)}\n`, entries: entries.length }
}
