import type { KeyObject } from 'node:crypto'
import type { ProxyChoice } from '../../proxy/proxy-choice.ts'
import type { ActivityEntry, ExchangeTimings } from '../../../shared/model/activity/activity.ts'
import type { ResponseBody } from './response-body.ts'

/** What a request is for, as the activity names it. */
export interface Purpose {
  readonly kind: Exclude<ActivityEntry['kind'], 'key'>
  /** In words, e.g. `Token request` or `Page 12 of reports`. */
  readonly what: string
  readonly profileId?: string
  readonly profileName?: string
}

/** The key and certificate that the connection presents (RFC 8705 §2.1). */
export interface ClientCertificate {
  readonly privateKey: KeyObject
  /** The certificate followed by its chain, PEM. */
  readonly certificateChainPem: string
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A function is asked anew before each try: what it makes may be good for a short time, or once only. */
  readonly body?: string | (() => Promise<string>)
  readonly purpose: Purpose
  /** `safe`: sent again on 429, 5xx and failures of the network; `only-without-response`: only where no answer came. */
  readonly retry: 'safe' | 'only-without-response'
  /** Certificate authorities to trust beside the system's, PEM. */
  readonly authorities: readonly string[]
  readonly proxy: ProxyChoice
  readonly clientCertificate?: ClientCertificate
  /** The path may be as good as a password (webhooks): the activity and errors name the host alone. */
  readonly hidesPath?: true
  /** Ends the request. Where its reason is a `ClavisError`, the request fails with that. */
  readonly signal?: AbortSignal
  /** The most that the answer may have, bytes, decoded; 64 MiB where it is left out. */
  readonly bodyLimit?: number
  /** For all tries and the pauses between them, milliseconds; without it each try has its own limit only. */
  readonly timeLimit?: number
  /** Told before each pause: when it ends (ms since the epoch) and why. */
  readonly onWaiting?: (resumesAt: number, reason: string) => void
}

/** An answer of any status: judging it is the caller's. */
export interface HttpResponse {
  readonly url: string
  readonly status: number
  /** By lower-case name; a header that came several times has its values joined by `, `. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded: without the content coding. */
  readonly body: ResponseBody
  /** When the answered try was sent, ms since the epoch. */
  readonly requestedAt: number
  /** Of the answered try, from sending to the body's end. */
  readonly durationMs: number
  /** What that time went into. */
  readonly timings?: ExchangeTimings
}
