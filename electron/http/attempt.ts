import type { Dispatcher } from 'undici'
import type { ClavisError } from '#shared/errors.ts'
import type { NewActivity } from '../requests/activity-log.ts'
import { timesOf } from './connection/departure.ts'
import type { HttpRequest, HttpResponse } from './http-message.ts'
import { acceptedCodings, readBody } from './response-body.ts'
import type { ServiceClocks } from './service-clocks.ts'
import { redirected, shownAddress } from './shown-address.ts'

export type Outcome =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | {
      readonly kind: 'failed'
      readonly error: ClavisError
      readonly hasStarted: boolean
    }

/** Returns what the activity entry of a request has, however it ends. */
export function commonActivity(
  request: Pick<HttpRequest, 'purpose' | 'url' | 'hidesPath'> & { readonly method: string },
): Omit<NewActivity, 'at' | 'outcome'> {
  const { purpose, method } = request
  const { kind, what, profileId, profileName } = purpose
  return {
    kind,
    what,
    ...(profileId === undefined ? {} : { profileId }),
    ...(profileName === undefined ? {} : { profileName }),
    method,
    address: shownAddress(request),
  }
}

/** Returns the activity entry of an attempt. @param now milliseconds since the epoch */
export function activityOf(request: HttpRequest, outcome: Outcome, isRetried: boolean, now: number): NewActivity {
  const common = commonActivity(request)
  if (outcome.kind === 'failed')
    return {
      ...common,
      at: new Date(now).toISOString(),
      outcome: isRetried ? 'retried' : 'failed',
      errorCode: outcome.error.code,
    }
  const { status, body, durationMs, timings, requestedAt } = outcome.response
  return {
    ...common,
    at: new Date(requestedAt).toISOString(),
    status,
    outcome: isRetried ? 'retried' : status < 400 ? 'ok' : 'failed',
    durationMs,
    size: body.size,
    ...(timings === undefined ? {} : { timings }),
  }
}

interface AttemptOptions {
  readonly now: () => number
  readonly clocks: ServiceClocks | undefined
  /** Time limit for the response headers, milliseconds. */
  readonly headersLimit: number
  readonly onStarted: () => void
}

/** Shortest time for the response headers of a request that is retried, milliseconds. */
const minHeadersWait = 5000

/** Sends a request once and reads its response. @throws `redirect-refused`, `response-…`, and errors of the connection */
export async function sendOnce(
  request: HttpRequest,
  requestBody: string | undefined,
  dispatcher: Dispatcher,
  { now, clocks, headersLimit, onStarted }: AttemptOptions,
): Promise<HttpResponse> {
  const { url, method, retryFor } = request
  const { origin, host, pathname, search } = new URL(url)
  // A request that hangs leaves time for a second one.
  const half = retryFor && Math.min(headersLimit, Math.max(minHeadersWait, retryFor / 2))
  const requestedAt = now()
  const began = performance.now()
  const { statusCode, headers, body, context } = await dispatcher.request({
    ...(half === undefined ? {} : { headersTimeout: half }),
    origin,
    path: pathname + search,
    method,
    headers: { 'accept-encoding': acceptedCodings, 'user-agent': 'Clavis', ...request.headers },
    body: requestBody ?? null,
    signal: request.signal ?? null,
  })
  onStarted()
  const firstByteAt = performance.now()
  const received = readHeaders(headers)
  clocks?.note(url, received.get('date'), requestedAt, firstByteAt - began)
  if (statusCode >= 300 && statusCode < 400 && received.has('location')) {
    // The rest of the body is not needed, and may never end.
    body.on('error', () => undefined).destroy()
    throw redirected(request, statusCode, received.get('location') ?? '')
  }
  const coding = received.get('content-encoding')
  // A refusal says enough with its status.
  const content = await readBody(body, coding, host, request.bodyLimit, statusCode < 300)
  return {
    url,
    status: statusCode,
    headers: received,
    body: content,
    requestedAt,
    ...timesOf(context, began, firstByteAt),
  }
}

export function readHeaders(headers: Record<string, string | string[] | undefined>): Map<string, string> {
  const received = new Map<string, string>()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) received.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value)
  return received
}
