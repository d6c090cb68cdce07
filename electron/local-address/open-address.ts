import { randomBytes } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import { ClavisError } from '#shared/errors.ts'
import { reportsPrefix, type LocalAddress, type LocalProgram } from '#shared/local-address/local-address.ts'
import { urlBelow } from '#shared/profiles/address.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { shellWord } from '#shared/values/shell-word.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import type { Confirm } from '../confirmation.ts'
import { confirmOfCall, inCallOf } from '../profiles/guards/host-guard.ts'
import { requireUsable } from '../profiles/guards/require-usable.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { AuthenticatedClient } from '../tokens/authenticated-client.ts'
import { KnownSecrets } from '../tokens/known-secrets.ts'
import { Consents } from './consents.ts'
import { createLocalServer, type LocalRequest } from './local-server.ts'
import { headersForCaller, headersForService } from './passed-headers.ts'
import type { PeerProgram } from './peer-program.ts'
import { requireAllowed, type Entrance } from './request-checks.ts'
import { RequestLimits, standardLimits, type Limits } from './request-limits.ts'
import { listenAt, listenOn, socketPlace } from './socket-place.ts'

export interface LocalAddressServices {
  readonly profiles: ProfileStore
  readonly client: Pick<AuthenticatedClient, 'stream'>
  readonly productionAccess: ProductionAccess
  readonly now: () => number
  readonly onFault: (fault: unknown) => void
  readonly limits?: Limits
}

export interface OpenOptions {
  /** Asks in Production before a program's first request. */
  readonly confirm: Confirm
  /** Also opens this loopback port; 0 for a free one. */
  readonly port?: number
  /** Name of the socket, if it is not the profile's: then several can be open. */
  readonly name?: string
  /** Closes it after this time, milliseconds. */
  readonly forMs?: number
}

interface Notices {
  readonly onRequest: () => void
  /** Its time is over. */
  readonly onClosed: () => void
}

/** Maximum number of programs that are shown; those with the oldest requests are forgotten. */
const maxPrograms = 50

interface Caller {
  readonly program: PeerProgram
  requests: number
  lastAt: number
}

/** One profile's local address, from opening to closing. */
export class OpenAddress {
  readonly #services: LocalAddressServices
  readonly #profileId: string
  readonly #helloPath: string
  readonly #options: OpenOptions
  readonly #notices: Notices
  readonly #consents: Consents
  readonly #limits: RequestLimits
  /** Asks the opener about a new host; undefined on the command line, which refuses one. */
  readonly #confirmHost = confirmOfCall()
  readonly #openedAt: number
  readonly #secretPath = `/${randomBytes(24).toString('base64url')}`
  readonly #servers: Server[] = []
  readonly #callers = new Map<string, Caller>()
  #socketPath = ''
  #port: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(services: LocalAddressServices, profile: Profile, options: OpenOptions, notices: Notices) {
    this.#services = services
    this.#profileId = profile.id
    this.#helloPath = profile.apiBaseUrl === '' ? `${reportsPrefix}/` : `/${profile.helloPath.replace(/^\/+/u, '')}`
    this.#options = options
    this.#notices = notices
    this.#consents = new Consents(options.confirm, services.now)
    this.#limits = new RequestLimits(services.limits ?? standardLimits, services.now)
    this.#openedAt = services.now()
  }

  /** @throws `local-address-taken`, `file-untrusted` */
  async listen(): Promise<void> {
    const { name = this.#profileId, port, forMs } = this.#options
    this.#socketPath = await socketPlace(name)
    await listenAt(
      this.#server(() => ({ kind: 'socket' })),
      this.#socketPath,
    )
    if (port !== undefined)
      this.#port = await listenOn(
        this.#server(() => ({ kind: 'port', port: this.#port ?? 0, path: this.#secretPath })),
        port,
      )
    if (forMs !== undefined) this.#timer = setTimeout(this.#notices.onClosed, forMs)
  }

  state(): LocalAddress {
    const { forMs } = this.#options
    const url = this.#port === undefined ? undefined : `http://127.0.0.1:${this.#port}${this.#secretPath}`
    return {
      profileId: this.#profileId,
      socketPath: this.#socketPath,
      ...(url === undefined ? {} : { url }),
      curl:
        url === undefined
          ? `curl --unix-socket ${shellWord(this.#socketPath)} ${shellWord(`http://clavis${this.#helloPath}`)}`
          : `curl ${shellWord(url + this.#helloPath)}`,
      openedAt: new Date(this.#openedAt).toISOString(),
      ...(forMs === undefined ? {} : { closesAt: new Date(this.#openedAt + forMs).toISOString() }),
      requestsLastMinute: this.#limits.lastMinute,
      programs: [...this.#callers.values()]
        .sort((one, other) => other.lastAt - one.lastAt)
        .map((caller) => this.#shown(caller)),
    }
  }

  revokeConsents(): void {
    this.#consents.revoke()
  }

  /** Removes the socket and aborts what is under way. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#consents.revoke()
    await Promise.all(
      this.#servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          }),
      ),
    )
  }

  #server(entrance: () => Entrance): Server {
    const server = createLocalServer(entrance, {
      begin: () => this.#limits.begin(),
      answer: (request, response) => this.#answer(request, response),
      onFault: this.#services.onFault,
    })
    this.#servers.push(server)
    return server
  }

  /** Passes a request on, if the profile's rule and the person allow it, and its response back. */
  async #answer(request: LocalRequest, response: ServerResponse): Promise<void> {
    const { program, base, path, query, method, signal } = request
    this.#note(program)
    const { client, productionAccess } = this.#services
    await this.#allowed(request)
    const body = await request.body()
    const stored = await this.#agreed(request)
    const send = (): ReturnType<typeof client.stream> =>
      client.stream(stored, urlOf(stored.profile, base, path + query), {
        method,
        headers: headersForService(request.rawHeaders),
        body,
        signal,
        what: `Call by ${visibleLine(program.name)}${program.pid === undefined ? '' : ` (process ${program.pid})`}`,
        checkProfile: (profile) => {
          requireUsable(productionAccess, [{ profile }])
          requireAllowed(request, profile)
          if (profile.environment === 'production') this.#consents.requireAgreed(program)
        },
      })
    const received = await (this.#confirmHost === undefined ? send() : inCallOf(this.#confirmHost, send))
    const { status, headers, passTo } = received.response
    // If the service doesn't say how long its body is, only its end does: a body in chunks would look whole.
    if (!headers.has('content-length') && !headers.has('transfer-encoding'))
      response.useChunkedEncodingByDefault = false
    response.writeHead(status, headersForCaller(headers, new KnownSecrets([received.token.text()])))
    await passTo(response)
  }

  /** Returns the profile as it is once the person agreed, if it still allows the request: both can take minutes. */
  async #agreed(request: LocalRequest): Promise<StoredProfile> {
    const stored = await this.#allowed(request)
    if (stored.profile.environment !== 'production') return stored
    await this.#consents.require(stored.profile, request.program, request.signal)
    this.#notices.onRequest()
    return this.#allowed(request)
  }

  /** Returns the profile as it is now, if it allows a request. It may have changed since the address was opened. */
  async #allowed(request: LocalRequest): Promise<StoredProfile> {
    const { profiles, productionAccess } = this.#services
    const stored = await profiles.get(this.#profileId)
    requireUsable(productionAccess, [stored])
    requireAllowed(request, stored.profile)
    return stored
  }

  #note(program: PeerProgram): void {
    const key = program.path ?? program.name
    const requests = (this.#callers.get(key)?.requests ?? 0) + 1
    // At the end, so that the first is the one with the oldest request.
    this.#callers.delete(key)
    this.#callers.set(key, { program, requests, lastAt: this.#services.now() })
    const [oldest] = this.#callers.keys()
    if (this.#callers.size > maxPrograms && oldest !== undefined) this.#callers.delete(oldest)
    this.#notices.onRequest()
  }

  #shown({ program, requests, lastAt }: Caller): LocalProgram {
    const { name, path, pid } = program
    return {
      name: visibleLine(name),
      ...(path === undefined ? {} : { path: visibleLine(path) }),
      ...(pid === undefined ? {} : { pid }),
      requests,
      lastRequestAt: new Date(lastAt).toISOString(),
      ...this.#consents.of(program),
    }
  }
}

/** Returns where a path leads below a base address. @throws `input-invalid` if the profile has none */
function urlOf(profile: Profile, base: 'apiBaseUrl' | 'reportsBaseUrl', path: string): string {
  const address = profile[base]
  if (address !== '') return urlBelow(address, path)
  throw base === 'apiBaseUrl'
    ? new ClavisError('input-invalid', 'The profile has no API base address.', {
        hint: `Enter it in the profile’s settings. Paths that start with ${reportsPrefix}/ are below the reporting base address.`,
      })
    : new ClavisError('input-invalid', 'The profile has no reporting base address.', {
        hint: 'Enter it in the profile’s settings.',
      })
}
