import type { KeyObject } from 'node:crypto'
import type { ActivityEntry, RequestTimings } from '#shared/requests/activity.ts'
import type { HostPurpose } from '../profiles/guards/profile-hosts.ts'
import type { ProxyChoice } from './connection/proxy-choice.ts'
import type { ResponseBody } from './response-body.ts'

/** What a request is for, as shown in the activity. */
export interface Purpose {
  readonly kind: Exclude<ActivityEntry['kind'], 'key'>
  /** Displayed, e.g. `Token request` or `Page 12 of reports`. */
  readonly what: string
  readonly profileId?: string
  readonly profileName?: string
  /** As what the person agrees to the host; undefined if they named it where no page can write. */
  readonly agreement: Exclude<HostPurpose, 'proxy'> | undefined
}

/** Where a connection goes, what for and on which way. */
export type Destination = Pick<HttpRequest, 'url' | 'purpose' | 'proxy'>

/** The key and certificate that the client presents (RFC 8705 §2.1). */
export interface ClientCertificate {
  readonly privateKey: KeyObject
  /** The certificate followed by its chain, PEM. */
  readonly certificateChainPem: string
}

/** What a request sends that proves who sends it. */
export type RequestSecrets = Pick<HttpRequest, 'headers' | 'body' | 'clientCertificate'>

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A function is called before each attempt: what it returns may be valid only for a short time, or once. */
  readonly body?: string | (() => Promise<string>)
  /** Reads secrets, which are sent instead of `headers` and the rest: called once the hosts are agreed to. */
  readonly secrets?: () => Promise<RequestSecrets>
  readonly purpose: Purpose
  /** `safe`: retried after 429, 5xx and network failures; `only-without-response`: only if no response arrived. */
  readonly retry: 'safe' | 'only-without-response'
  /** Certificate authorities to trust in addition to the system's, PEM. */
  readonly authorities: readonly string[]
  readonly proxy: ProxyChoice
  readonly clientCertificate?: ClientCertificate
  /** The path may be as secret as a password (webhooks): the activity and errors show only the host. */
  readonly hidesPath?: true
  /** Cancels the request. If its reason is a `ClavisError`, the request fails with that. */
  readonly signal?: AbortSignal
  /** Maximum size of the decoded response, bytes; default 64 MiB. */
  readonly bodyLimit?: number
  /** Time limit for all attempts and pauses, milliseconds; without it, only each attempt has its own. */
  readonly timeLimit?: number
  /** How long attempts are started, milliseconds, however many; without it, there are only a few. */
  readonly retryFor?: number
  /** Called before each pause with the time when it ends (ms since the epoch) and the reason. */
  readonly onWaiting?: (resumesAt: number, reason: string) => void
}

/** A response with any status, which the caller judges. */
export interface HttpResponse {
  readonly url: string
  readonly status: number
  /** By lower-case name; the values of a repeated header are joined by `, `. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded, without content coding. */
  readonly body: ResponseBody
  /** When the successful attempt was sent, ms since the epoch. */
  readonly requestedAt: number
  /** Duration of that attempt, from sending to the end of the body. */
  readonly durationMs: number
  readonly timings?: RequestTimings
}

/** A request under way. */
export interface WatchedRequest {
  /** Called before a pause with the time when it ends (ms since the epoch) and the reason. */
  readonly pause: (resumesAt: number, reason: string) => void
  /** Called once, however the request ended. */
  readonly end: () => void
}

/** Follows the requests of a process, so that a person sees what is waited for. */
export interface RequestWatcher {
  /** Called when a request is sent. @param what for example `Token request` */
  readonly begin: (what: string, host: string) => WatchedRequest
}
