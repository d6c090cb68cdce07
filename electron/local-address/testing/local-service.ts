import { mkdtemp, rm } from 'node:fs/promises'
import { request, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Profile, ProfileSettings } from '#shared/profiles/profile.ts'
import { refuseConfirmation, type Confirm } from '../../confirmation.ts'
import { Secret } from '../../keychain/secret.ts'
import { startLoopbackServer } from '../../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { LocalAddresses } from '../local-addresses.ts'
import type { OpenOptions } from '../open-address.ts'
import type { Limits } from '../request-limits.ts'

/** What must be seen nowhere but at the service. */
export const canaryToken = 'canary-token.with_all~characters+of/one='
export const canarySecret = 'canary-secret-7f3a'

/** A response of a local address. */
export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A service on a loopback port, the services, and the local addresses of its profile. */
export interface LocalService {
  readonly services: TestServices
  readonly addresses: LocalAddresses
  readonly origin: string
  /** Number of token requests so far. */
  readonly tokenRequests: () => number
  readonly newProfile: (settings?: Partial<ProfileSettings>) => Promise<Profile>
  /** Opens a profile's address. Returns a function that sends a request to its socket. */
  readonly open: (profile: Profile, options?: Partial<OpenOptions>) => Promise<SendTo>
  readonly end: () => Promise<void>
}

export type SendTo = ((path: string, options?: SendOptions) => Promise<Received>) & { readonly socketPath: string }

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** @param api answers every request but those for a token */
export async function startLocalService(
  api: RequestListener,
  { limits, token = () => canaryToken }: { readonly limits?: Limits; readonly token?: (count: number) => string } = {},
): Promise<LocalService> {
  const runtime = await mkdtemp(join(tmpdir(), 'clavis-runtime-'))
  const before = process.env['XDG_RUNTIME_DIR']
  process.env['XDG_RUNTIME_DIR'] = runtime
  let asked = 0
  const server = await startLoopbackServer((message, response) => {
    if (message.url !== '/token') {
      api(message, response)
      return
    }
    asked += 1
    const access = { access_token: token(asked), token_type: 'Bearer', expires_in: 3600 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(access))
  })
  const services = await startTestServices()
  const addresses = new LocalAddresses({
    ...{ profiles: services.profiles, client: services.client, productionAccess: 'full', now: Date.now },
    onFault: (fault) => {
      throw fault
    },
    ...(limits === undefined ? {} : { limits }),
  })
  return {
    services,
    addresses,
    origin: server.origin,
    tokenRequests: () => asked,
    newProfile: async (settings = {}) => {
      const common = {
        flavor: 'basic',
        tokenUrl: `${server.origin}/token`,
        apiBaseUrl: `${server.origin}/api`,
      } as const
      const profile = await services.newProfile({ ...common, ...settings })
      await services.credentials.clientSecrets.set(profile.id, Secret.fromText(canarySecret))
      return profile
    },
    open: async (profile, options = {}) => {
      const confirm: Confirm = refuseConfirmation
      const { socketPath } = await addresses.open(profile.id, { confirm, ...options })
      return Object.assign((path: string, sent?: SendOptions) => sendTo(socketPath, path, sent), { socketPath })
    },
    end: async () => {
      await addresses.end()
      await server.end()
      await services.end()
      await rm(runtime, { recursive: true })
      if (before === undefined) delete process.env['XDG_RUNTIME_DIR']
      else process.env['XDG_RUNTIME_DIR'] = before
    },
  }
}

/** Sends a request to a socket and reads its response. Rejects if the response is cut. */
export function sendTo(
  socketPath: string,
  path: string,
  { method = 'GET', headers = {}, body }: SendOptions = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, path, method, headers: { host: 'clavis', ...headers }, agent: false },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}
