import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { ClavisError } from '../../shared/model/error.ts'
import type { PracticeFault } from '../../shared/model/practice.ts'
import { AccessTokens } from './access-tokens.ts'
import { createAuthority, createServerKey } from './certificate-authority.ts'
import { Faults, slowness } from './faults.ts'
import { ListPages, ListRefusal } from './list-pages.ts'
import { PortalRefusal, securityTabs, signPortalRequest, uploadCertificates } from './portal-api.ts'
import { portalPage } from './portal-page.ts'
import { PracticeStateFile, tabs, type PracticeState, type Tab } from './practice-state.ts'
import type { PracticeList } from './records.ts'
import { basicToken, jwtToken, legacyToken, TokenRefusal, type TokenEndpointContext } from './token-endpoints.ts'

export interface PracticeServiceOptions {
  /** Where its keys, clients and ports are kept between starts. */
  readonly folder: string
  /** A port for http; the one of the last start, or a free one, where left out. */
  readonly httpPort?: number
  readonly httpsPort?: number
  /** Records in each list. */
  readonly records: number
  readonly faults: readonly PracticeFault[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The practice service while it runs. */
export interface PracticeService {
  readonly httpOrigin: string
  readonly httpsOrigin: string
  readonly portalUrl: string
  readonly faults: readonly PracticeFault[]
  readonly records: number
  readonly setFaults: (faults: readonly PracticeFault[]) => void
  readonly setRecords: (records: number) => void
  readonly stop: () => Promise<void>
}

/** Answers and errors alike. */
interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

const longestBody = 1_000_000
const lists: Readonly<Record<string, PracticeList>> = {
  reports: 'reports',
  'report-configs': 'report-configs',
  'reporting-groups': 'reporting-groups',
}

/**
 * Starts the strict stand-in for the payments service (design, section 7) on this computer's loopback address: token
 * endpoints of all flavors, API, lists, and the portal with its certificate authority.
 * @throws `practice-port-taken`
 */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const file = new PracticeStateFile(options.folder)
  const server = new PracticeServer(await file.read(), file, options)
  await server.start(options.httpPort, options.httpsPort)
  return server
}

class PracticeServer implements PracticeService {
  readonly #file: PracticeStateFile
  readonly #now: () => number
  readonly #faults = new Faults()
  readonly #pages: ListPages
  readonly #tokens: AccessTokens
  /** Assertion ids that came, with the Unix second from which they may be forgotten. */
  readonly #assertionIds = new Map<string, number>()
  #state: PracticeState
  #records: number
  #http: Server | undefined
  #https: Server | undefined
  httpOrigin = ''
  httpsOrigin = ''

  constructor(state: PracticeState, file: PracticeStateFile, { records, faults, now }: PracticeServiceOptions) {
    this.#state = state
    this.#file = file
    this.#now = now
    this.#records = records
    this.#faults.set(faults)
    this.#pages = new ListPages(state.cursorKey)
    this.#tokens = new AccessTokens(state.tokenKeyPem, () => this.#clock())
  }

  get portalUrl(): string {
    return `${this.httpOrigin}/portal`
  }

  get faults(): readonly PracticeFault[] {
    return this.#faults.active
  }

  get records(): number {
    return this.#records
  }

  setFaults(faults: readonly PracticeFault[]): void {
    this.#faults.set(faults)
  }

  setRecords(records: number): void {
    this.#records = records
  }

  async start(httpPort: number | undefined, httpsPort: number | undefined): Promise<void> {
    const authority = this.#state.authority ?? (await createAuthority(this.#now()))
    const { keyPem, certificatePem } = await createServerKey(authority, this.#now())
    const listener = (request: IncomingMessage, response: ServerResponse): void => void this.#handle(request, response)
    this.#http = createServer(listener)
    const tls = { key: keyPem, cert: [certificatePem, authority.certificatePem].join(''), ca: authority.certificatePem }
    // Whether a client certificate is needed is the endpoint's to say, so that its refusal can say why.
    this.#https = createTlsServer(
      { ...tls, requestCert: true, rejectUnauthorized: false, minVersion: 'TLSv1.2' },
      listener,
    )
    const kept = this.#state.ports
    try {
      this.httpOrigin = `http://127.0.0.1:${await listen(this.#http, httpPort ?? kept?.http, httpPort !== undefined)}`
      this.httpsOrigin = `https://127.0.0.1:${await listen(this.#https, httpsPort ?? kept?.https, httpsPort !== undefined)}`
    } catch (error) {
      await this.stop()
      throw error
    }
    const ports = { http: Number(new URL(this.httpOrigin).port), https: Number(new URL(this.httpsOrigin).port) }
    await this.#keep({ ...this.#state, authority, ports })
  }

  async stop(): Promise<void> {
    for (const server of [this.#http, this.#https]) {
      if (server?.listening !== true) continue
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  #clock(): number {
    return this.#faults.clock(this.#now())
  }

  async #keep(state: PracticeState): Promise<void> {
    this.#state = state
    await this.#file.write(state)
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: Answer
    try {
      answer = await this.#answer(request)
    } catch (error) {
      answer = json(500, { error: 'server_error', error_description: error instanceof Error ? error.message : 'fault' })
    }
    response.writeHead(answer.status, {
      date: new Date(this.#clock()).toUTCString(),
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(answer.body)),
      ...answer.headers,
    })
    response.end(answer.body)
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    // A page from elsewhere whose name resolves to this computer must not get in (DNS rebinding).
    if (!isLoopback(request.headers.host))
      return json(421, { error: 'This service answers on loopback addresses only.' })
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [first = '', second = '', third = '', fourth = ''] = pathname.slice(1).split('/')
    if (first === 'portal') return this.#portal(request, pathname)
    if (this.#faults.has('slow-answer')) await wait(slowness)
    if (pathname === '/oauth2/token') return this.#token(request, jwtToken)
    if (pathname === '/mock/oauth2/token') return this.#token(request, basicToken)
    if (pathname === '/legacy/oauth2/token') return this.#token(request, legacyToken)
    const tab = tabs.find((each) => each === first)
    if (tab !== undefined && second === 'api' && third === 'payment' && fourth === 'hello-world')
      return this.#authenticated(request, tab, () => json(200, { message: 'Hello, world', environment: tab }))
    const list = lists[third]
    if (tab !== undefined && second === 'reporting' && list !== undefined && fourth === '')
      return this.#authenticated(request, tab, () => this.#list(request, list))
    return json(404, { error: 'not_found', error_description: `There is nothing at ${pathname}.` })
  }

  async #token(
    request: IncomingMessage,
    endpoint: (call: Parameters<typeof jwtToken>[0], context: TokenEndpointContext) => Promise<object>,
  ): Promise<Answer> {
    try {
      const { socket } = request
      const call = {
        method: request.method ?? '',
        contentType: request.headers['content-type'],
        authorization: request.headers.authorization,
        body: await readBody(request),
        socket: socket instanceof TLSSocket ? socket : undefined,
      }
      const response = await endpoint(call, {
        clients: this.#state.clients,
        tokens: this.#tokens,
        jwtTokenUrl: `${this.httpOrigin}/oauth2/token`,
        isNewAssertion: (id, until) => this.#isNewAssertion(id, until),
        now: () => this.#clock(),
      })
      return json(200, response)
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error
      return json(error.status, { error: error.error, error_description: error.message })
    }
  }

  #isNewAssertion(id: string, until: number): boolean {
    const now = this.#clock() / 1000
    for (const [known, end] of this.#assertionIds) if (end + 60 < now) this.#assertionIds.delete(known)
    if (this.#assertionIds.has(id)) return false
    this.#assertionIds.set(id, until)
    return true
  }

  async #authenticated(request: IncomingMessage, tab: Tab, answer: () => Answer): Promise<Answer> {
    if (request.method !== 'GET') return json(405, { error: 'method_not_allowed' })
    switch (this.#faults.nextCall()) {
      case 'too-many-requests':
        return { ...json(429, { error: 'too_many_requests' }), headers: { 'retry-after': '1' } }
      case 'unavailable':
        return json(503, { error: 'unavailable' })
      case 'answer':
    }
    const refusal = await this.#tokens.refusal(request.headers.authorization, tab, this.#faults.has('token-expired'))
    if (refusal !== undefined)
      return {
        ...json(401, { error: 'invalid_token', error_description: refusal }),
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      }
    if (request.headers.accept?.includes('application/json') !== true)
      return json(406, { error: 'not_acceptable', error_description: 'Send “Accept: application/json”.' })
    return answer()
  }

  #list(request: IncomingMessage, list: PracticeList): Answer {
    const { next } = request.headers
    if (Array.isArray(next))
      return json(400, { error: 'invalid_request', error_description: 'The header “next” came twice.' })
    try {
      const body = this.#pages.page(list, next, {
        records: this.#records,
        repeats: this.#faults.has('repeated-cursor'),
      })
      return jsonText(200, this.#faults.cutsNextPage() ? body.slice(0, body.length / 2) : body)
    } catch (error) {
      if (!(error instanceof ListRefusal)) throw error
      return json(400, { error: 'invalid_request', error_description: error.message })
    }
  }

  async #portal(request: IncomingMessage, pathname: string): Promise<Answer> {
    if (pathname === '/portal') return portalAnswer()
    try {
      if (request.method === 'POST') return await this.#portalChange(request, pathname)
      if (pathname === '/portal/api/security')
        return json(200, { tabs: securityTabs(this.#state, this.httpOrigin, this.httpsOrigin) })
      if (pathname === '/portal/api/authority') return json(200, { certificate: this.#state.authority?.certificatePem })
      return json(404, { error: `There is nothing at ${pathname}.` })
    } catch (error) {
      if (!(error instanceof PortalRefusal)) throw error
      return json(400, { error: error.message })
    }
  }

  async #portalChange(request: IncomingMessage, pathname: string): Promise<Answer> {
    // A form on another page can neither send JSON nor hide where it comes from.
    const { origin } = request.headers
    if (origin !== undefined && origin !== this.httpOrigin)
      throw new PortalRefusal('Changes are taken from the portal’s own page only.')
    if (request.headers['content-type'] !== 'application/json') throw new PortalRefusal('Send JSON.')
    const body = parseBody(await readBody(request))
    const tab = tabs.find((each) => pathname === `/portal/api/security/${each}/certificates`)
    if (tab !== undefined) {
      await this.#keep(uploadCertificates(this.#state, tab, body, this.#now()))
      return json(200, { tabs: securityTabs(this.#state, this.httpOrigin, this.httpsOrigin) })
    }
    const { authority } = this.#state
    if (pathname === '/portal/api/authority/sign' && authority !== undefined)
      return json(200, await signPortalRequest(authority, body, this.#now()))
    return json(404, { error: `There is nothing at ${pathname}.` })
  }
}

/** Listens on the wanted port; where nobody insists on it and it is taken, on a free one. */
async function listen(server: Server, port: number | undefined, insists: boolean): Promise<number> {
  const tryPort = (number: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(number, '127.0.0.1', () => {
        server.off('error', reject)
        resolve((server.address() as AddressInfo).port)
      })
    })
  try {
    return await tryPort(port ?? 0)
  } catch (error) {
    const isTaken =
      error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
    if (!isTaken) throw error
    throw new ClavisError('practice-port-taken', `Port ${port ?? 0} is taken by another program.`, {
      hint: insists
        ? 'Choose another port.'
        : 'The practice profiles know the service by this port. End the other program (perhaps another “clavis practice”), or remove the practice profiles and set them up anew.',
      details: { port: port ?? 0 },
      cause: error,
    })
  }
}

function isLoopback(host: string | undefined): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u.test(host ?? '')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > longestBody) throw new TokenRefusal('invalid_request', 'The body is too long.', 413)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PortalRefusal('The body is not JSON.')
  }
}

function portalAnswer(): Answer {
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    },
    body: portalPage(nonce),
  }
}

function json(status: number, value: unknown): Answer {
  return jsonText(status, JSON.stringify(value))
}

function jsonText(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body }
}
