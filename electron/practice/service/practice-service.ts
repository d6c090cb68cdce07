import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { ClavisError } from '#shared/errors.ts'
import type { PracticeData, PracticeFault } from '#shared/practice/practice.ts'
import { PracticeRecords } from '../lists/practice-records.ts'
import type { Origins } from '../portal/portal-api.ts'
import { PracticePortal } from '../portal/portal-client.ts'
import { PortalRoutes } from '../portal/portal-routes.ts'
import { createAuthority, createServerKey, type SignedKey } from '../state/certificate-authority.ts'
import { refuseForeign } from '../state/incoming-request.ts'
import { PracticeStore } from '../state/practice-state.ts'
import { type Answer, refusal, Refusal } from '../state/responses.ts'
import { Faults } from './faults.ts'
import { listen } from './listening.ts'
import { ServiceRoutes } from './service-routes.ts'

export interface PracticeServiceOptions {
  /** Where its keys, clients and ports are stored. */
  readonly folder: string
  /** Port for http, 0 for any free one; by default that of the last start, or a free one at first. */
  readonly httpPort?: number
  readonly httpsPort?: number
  /** Number of reports; with awkward data, number of records in each list. */
  readonly records: number
  /** Whether the lists hold awkward data; by default as before the last stop, at first believable data. */
  readonly isAwkward?: boolean
  readonly faults: readonly PracticeFault[]
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Starts the strict simulator of the payments service (decision 006) on the loopback address: token endpoints of
 * all flavors, API, lists, and the portal with its certificate authority.
 * @throws `practice-port-taken` if another program has the port, or (`details.alreadyRunning`) if the service of this
 *   folder already runs; `disk-full`, `disk-failed`
 */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const store = await PracticeStore.open(options.folder)
  await refuseSecond(store)
  const authority = store.state.authority ?? (await createAuthority(options.now()))
  const server = new PracticeService(store, authority, options)
  await server.start(options.httpPort, options.httpsPort)
  return server
}

export class PracticeService {
  readonly #store: PracticeStore
  readonly #authority: SignedKey
  readonly #now: () => number
  readonly #faults = new Faults()
  readonly #servers: Server[] = []
  readonly #records: PracticeRecords
  httpOrigin = ''
  httpsOrigin = ''

  constructor(store: PracticeStore, authority: SignedKey, { records, isAwkward, faults, now }: PracticeServiceOptions) {
    this.#store = store
    this.#authority = authority
    this.#now = now
    const data = store.state.data ?? { isAwkward: false, daysAhead: 0 }
    this.#records = new PracticeRecords({ ...data, isAwkward: isAwkward ?? data.isAwkward, count: records }, now)
    this.#faults.set(faults)
  }

  get portalUrl(): string {
    return `${this.httpOrigin}/portal`
  }

  get faults(): readonly PracticeFault[] {
    return this.#faults.active
  }

  get records(): number {
    return this.#records.settings.count
  }

  get data(): PracticeData {
    const { isAwkward, daysAhead } = this.#records.settings
    return { isAwkward, daysAhead }
  }

  setFaults(faults: readonly PracticeFault[]): void {
    this.#faults.set(faults)
  }

  setRecords(records: number): void {
    this.#records.settings = { ...this.#records.settings, count: records }
  }

  /** Chooses between believable and awkward data, and how many days the believable data is ahead of today. */
  async setData(data: PracticeData): Promise<void> {
    this.#records.settings = { ...this.#records.settings, ...data }
    await this.#store.change((state) => ({ ...state, data }))
  }

  async start(httpPort: number | undefined, httpsPort: number | undefined): Promise<void> {
    const { keyPem, certificatePem } = await createServerKey(this.#authority, this.#now())
    const http = createServer()
    // The endpoint decides whether a client certificate is needed, so that its refusal can say why.
    const https = createTlsServer({
      key: keyPem,
      cert: `${certificatePem}${this.#authority.certificatePem}`,
      ca: this.#authority.certificatePem,
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
    })
    this.#servers.push(http, https)
    const kept = this.#store.state.ports
    try {
      const ports = {
        http: await listen(http, httpPort ?? kept?.http ?? 0),
        https: await listen(https, httpsPort ?? kept?.https ?? 0),
      }
      this.httpOrigin = `http://127.0.0.1:${ports.http}`
      this.httpsOrigin = `https://127.0.0.1:${ports.https}`
      const answer = this.#routes({ httpOrigin: this.httpOrigin, httpsOrigin: this.httpsOrigin })
      for (const server of this.#servers)
        server.on('request', (request, response) => {
          // If writing the response fails, closes the connection, so that no client is left waiting.
          this.#handle(request, response, answer).catch(() => response.destroy())
        })
      await this.#store.change((state) => ({ ...state, authority: this.#authority, ports }))
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) {
      if (!server.listening) continue
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    }
  }

  #routes(origins: Origins): (request: IncomingMessage) => Promise<Answer> {
    const store = this.#store
    const portal = new PortalRoutes({ store, authority: this.#authority, origins, now: this.#now })
    const service = new ServiceRoutes({
      store,
      faults: this.#faults,
      origins,
      records: this.#records,
      clock: () => this.#clock(),
    })
    return async (request) => {
      const foreign = refuseForeign(request)
      if (foreign !== undefined) return foreign
      const pathname = (request.url ?? '').split('?')[0] ?? ''
      return pathname === '/portal' || pathname.startsWith('/portal/')
        ? portal.answer(request, pathname)
        : service.answer(request, pathname)
    }
  }

  async #handle(
    request: IncomingMessage,
    response: ServerResponse,
    answerTo: (request: IncomingMessage) => Promise<Answer>,
  ): Promise<void> {
    let answer: Answer
    try {
      answer = await answerTo(request)
    } catch (error) {
      answer =
        error instanceof Refusal
          ? refusal(error.status, error.error, error.message, error.headers)
          : refusal(
              500,
              'server_error',
              error instanceof Error ? error.message : 'Internal error in the practice service.',
            )
    }
    // The client disconnected meanwhile.
    if (response.destroyed) return
    response.writeHead(answer.status, {
      date: new Date(this.#clock()).toUTCString(),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': Buffer.byteLength(answer.body),
      ...answer.headers,
    })
    response.end(answer.body)
  }

  #clock(): number {
    return this.#faults.clock(this.#now())
  }
}

/**
 * Checks that no other service uses this folder, because two would overwrite each other's state. A running one responds
 * on the stored port with the stored authority.
 */
async function refuseSecond({ state: { ports, authority } }: PracticeStore): Promise<void> {
  if (ports === undefined || authority === undefined) return
  const running = new PracticePortal(`http://127.0.0.1:${ports.http}/portal`)
  const certificate = await running.authority({ patience: 1000 }).catch(() => undefined)
  if (certificate !== authority.certificatePem) return
  throw new ClavisError('practice-port-taken', `The practice service is already running on port ${ports.http}.`, {
    hint: 'Another Clavis window or command started it with this data folder. Stop it there first, or use another data folder.',
    details: { port: ports.http, alreadyRunning: true },
  })
}
