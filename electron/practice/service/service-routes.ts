import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { recordMembers, type PracticeList } from '../lists/practice-lists.ts'
import type { PracticeRecords } from '../lists/practice-records.ts'
import { ServedPages } from '../lists/served-pages.ts'
import { tokenPaths, tokenUrlOf, type Origins } from '../portal/portal-api.ts'
import { mediaType, readBody } from '../state/incoming-request.ts'
import { clientsOf, tabs, type PracticeStore, type Tab } from '../state/practice-state.ts'
import { json, jsonText, refusal, type Answer } from '../state/responses.ts'
import { AccessTokens, type TokenFacts } from '../token-endpoint/access-tokens.ts'
import type { AssertionContext } from '../token-endpoint/assertion-check.ts'
import { checkBasicCall } from '../token-endpoint/token-endpoint-basic.ts'
import { checkJwtCall } from '../token-endpoint/token-endpoint-jwt.ts'
import { checkLegacyCall } from '../token-endpoint/token-endpoint-legacy.ts'
import type { TokenCall } from '../token-endpoint/token-form.ts'
import { slowness, type Faults } from './faults.ts'

interface Options {
  readonly store: PracticeStore
  readonly faults: Faults
  readonly origins: Origins
  readonly records: PracticeRecords
  /** Milliseconds since the epoch, by the service's clock. */
  readonly clock: () => number
}

/** Routes of the service itself: token endpoints, the hello-world check and the lists. */
export class ServiceRoutes {
  readonly #options: Options
  readonly #tokens: AccessTokens
  readonly #pages: ServedPages
  /** Received assertion ids, with the Unix second from which they may be forgotten. */
  readonly #assertionIds = new Map<string, number>()

  constructor(options: Options) {
    const { store, clock } = options
    this.#options = options
    this.#tokens = new AccessTokens(store.state.tokenKeyPem, clock)
    this.#pages = new ServedPages(store.state.cursorKey)
  }

  async answer(request: IncomingMessage, pathname: string): Promise<Answer> {
    if (this.#options.faults.has('slow-answer')) await wait(slowness)
    const { state } = this.#options.store
    switch (pathname) {
      case tokenPaths.mock:
        return this.#token(request, (call) => checkBasicCall(call, clientsOf(state, 'mock')))
      case tokenPaths.production:
        return this.#token(request, (call) =>
          checkJwtCall(call, {
            clients: {
              'client-testing': clientsOf(state, 'client-testing'),
              production: clientsOf(state, 'production'),
            },
            ...this.#assertionContext('production'),
            departs: this.#options.faults.has('other-names'),
          }),
        )
      case tokenPaths.legacy:
        return this.#token(request, (call) => {
          const { socket } = request
          const context = { client: state.clients.legacy, ...this.#assertionContext('legacy') }
          return checkLegacyCall(call, socket instanceof TLSSocket ? socket : undefined, context)
        })
      default:
        return this.#api(request, pathname)
    }
  }

  async #token(request: IncomingMessage, check: (call: TokenCall) => TokenFacts): Promise<Answer> {
    const call = {
      method: request.method ?? '',
      mediaType: mediaType(request.headers['content-type']),
      authorization: request.headers.authorization,
      body: await readBody(request),
    }
    // No token response may be cached (RFC 6749 §5.1); every response has `no-store`.
    return json(200, await this.#tokens.issue(check(call)), { pragma: 'no-cache' })
  }

  #assertionContext(tab: 'production' | 'legacy'): AssertionContext {
    return {
      tokenUrl: tokenUrlOf(tab, this.#options.origins),
      isNew: (id, until) => this.#isNewAssertion(id, until),
      now: Math.floor(this.#options.clock() / 1000),
    }
  }

  #isNewAssertion(id: string, until: number): boolean {
    const now = this.#options.clock() / 1000
    for (const [known, end] of this.#assertionIds) if (end < now) this.#assertionIds.delete(known)
    if (this.#assertionIds.has(id)) return false
    this.#assertionIds.set(id, until)
    return true
  }

  async #api(request: IncomingMessage, pathname: string): Promise<Answer> {
    const [first, second, ...rest] = pathname.slice(1).split('/')
    const tab = tabs.find((each) => each === first)
    const path = rest.join('/')
    if (tab !== undefined && second === 'api' && path === 'payment/hello-world')
      return this.#authenticated(request, tab, () => json(200, { message: 'Hello, world', environment: tab }))
    if (tab !== undefined && second === 'reporting' && isList(path))
      return this.#authenticated(request, tab, () => this.#list(request, path))
    return refusal(404, 'not_found', `Nothing found at ${pathname}.`)
  }

  async #authenticated(request: IncomingMessage, tab: Tab, answer: () => Answer): Promise<Answer> {
    if (request.method !== 'GET') return refusal(405, 'invalid_request', 'Only GET is allowed here.', { allow: 'GET' })
    switch (this.#options.faults.nextCall()) {
      case 'too-many-requests':
        return refusal(429, 'too_many_requests', 'Too many requests. Try again in 1 s.', { 'retry-after': '1' })
      case 'unavailable':
        return refusal(503, 'temporarily_unavailable', 'The service is temporarily unavailable.')
      case 'answer':
    }
    const { authorization, accept } = request.headers
    const reason = await this.#tokens.refusal(authorization, tab, this.#options.faults.has('token-expired'))
    if (reason !== undefined)
      return refusal(401, 'invalid_token', reason, {
        // Without any token, no error code is sent (RFC 6750 §3.1). The reason is in the body, because headers are
        // ASCII.
        'www-authenticate': `Bearer realm="practice"${authorization === undefined ? '' : ', error="invalid_token"'}`,
      })
    if (!takesJson(accept)) return refusal(406, 'not_acceptable', 'Send “Accept: application/json”.')
    return answer()
  }

  #list(request: IncomingMessage, list: PracticeList): Answer {
    const values = request.headersDistinct['next'] ?? []
    if (values.length > 1) return refusal(400, 'invalid_request', 'The header “next” was sent twice.')
    const body = this.#pages.page(list, values[0], {
      records: this.#options.records,
      repeats: this.#options.faults.has('repeated-cursor'),
    })
    return jsonText(200, this.#options.faults.cutsNextPage() ? body.slice(0, Math.floor(body.length / 2)) : body)
  }
}

function isList(path: string): path is PracticeList {
  return Object.hasOwn(recordMembers, path)
}

function takesJson(accept: string | undefined): boolean {
  return accept?.split(',').some((range) => mediaType(range) === 'application/json') === true
}
