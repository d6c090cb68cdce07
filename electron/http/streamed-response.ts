import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import type { ClavisError } from '#shared/errors.ts'
import type { NewActivity } from '../requests/activity-log.ts'
import { commonActivity, readHeaders } from './attempt.ts'
import { timesOf } from './connection/departure.ts'
import type { HttpRequest } from './http-message.ts'
import { networkFailure } from './network-failure.ts'
import type { ServiceClocks } from './service-clocks.ts'
import { redirected, shownAddress } from './shown-address.ts'

/** A request whose response is passed on as it comes. It is sent once. */
export interface StreamedRequest extends Pick<HttpRequest, 'url' | 'headers' | 'purpose' | 'authorities' | 'proxy'> {
  readonly method: string
  readonly body?: Buffer | undefined
  /** Cancels the request, also while its body is read. */
  readonly signal: AbortSignal
}

/** A response whose body is still arriving. One of its functions must be called, or its connection stays in use. */
export interface StreamedResponse {
  readonly status: number
  /** By lower-case name, as received. */
  readonly headers: ReadonlyMap<string, string | readonly string[]>
  /** Passes the body on as it came, not faster than it is written. Destroys the destination if the body is cut. */
  readonly passTo: (destination: Writable) => Promise<void>
  /** Drops the body. */
  readonly drop: () => void
}

interface Options {
  readonly now: () => number
  readonly clocks: ServiceClocks | undefined
  /** Called once, when the body has ended or was cut. */
  readonly onEnd: (activity: NewActivity) => void
}

/** Sends a request and returns its response once the headers have arrived. @throws `redirect-refused`, and errors of the connection */
export async function sendStreamed(
  request: StreamedRequest,
  dispatcher: Dispatcher,
  { now, clocks, onEnd }: Options,
): Promise<StreamedResponse> {
  const { url, signal } = request
  const { origin, pathname, search } = new URL(url)
  const requestedAt = now()
  const began = performance.now()
  const { statusCode, headers, body, context } = await dispatcher.request({
    origin,
    path: pathname + search,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal,
  })
  const firstByteAt = performance.now()
  const { status, ...received } = { status: statusCode, headers: new Map(definedIn(headers)) }
  const joined = readHeaders(headers)
  clocks?.note(url, joined.get('date'), requestedAt, firstByteAt - began)
  if (status >= 300 && status < 400 && joined.has('location')) {
    body.on('error', () => undefined).destroy()
    throw redirected(request, status, joined.get('location') ?? '')
  }
  let failure: ClavisError['code'] | undefined
  // Before the destination is destroyed, which cancels the request.
  body.once('error', (error) => {
    failure = signal.aborted ? 'cancelled' : networkFailure(error, shownAddress(request), undefined).code
  })
  const end = (size: number, isWhole: boolean): void =>
    onEnd({
      ...commonActivity(request),
      at: new Date(requestedAt).toISOString(),
      status,
      outcome: isWhole && status < 400 ? 'ok' : 'failed',
      ...(isWhole ? {} : { errorCode: failure ?? 'cancelled' }),
      size,
      ...timesOf(context, began, firstByteAt),
    })
  return {
    status,
    ...received,
    passTo: (destination) => passOn(body, destination, end),
    drop: () => {
      body.on('error', () => undefined).destroy()
      end(0, true)
    },
  }
}

async function passOn(
  body: Readable,
  destination: Writable,
  end: (size: number, isWhole: boolean) => void,
): Promise<void> {
  let size = 0
  let isWhole = false
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(body, counter, destination)
    isWhole = true
  } finally {
    end(size, isWhole)
  }
}

function definedIn<T>(headers: Readonly<Record<string, T | undefined>>): [string, T][] {
  return Object.entries(headers).flatMap(([name, value]): [string, T][] =>
    value === undefined ? [] : [[name.toLowerCase(), value]],
  )
}
