import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsHttpServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'
import type { Profile, ProfileSettings } from '#shared/profiles/profile.ts'
import { contentOfText } from '../../credentials/import/import-content.ts'
import type { TimeLimits } from '../../http/time-limits.ts'
import { Secret } from '../../keychain/secret.ts'
import type { PracticePortal } from '../../practice/portal/portal-client.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'

/** Provides what a fault is planted in: services, a working profile, and servers that end with the test. */
export interface Ground {
  readonly services: TestServices
  readonly portal: PracticePortal
  /** Creates a Client Testing profile with an active, uploaded and confirmed credential. */
  readonly workingProfile: () => Promise<Profile>
  /** Creates a profile with a client secret, for servers that simulate one fault. */
  readonly secretProfile: (settings: Partial<ProfileSettings> & Pick<ProfileSettings, 'tokenUrl'>) => Promise<Profile>
  readonly change: (profileId: string, changes: Partial<ProfileSettings>) => Promise<void>
  readonly httpServer: (listener: RequestListener) => Promise<string>
  readonly tlsServer: (options: TlsOptions, listener?: RequestListener) => Promise<string>
  readonly socketServer: (onConnection: (socket: Socket) => void) => Promise<number>
  /** Ends something with the test. */
  readonly ending: (end: () => Promise<unknown>) => void
  readonly end: () => Promise<void>
}

const subject = {
  ...{ commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '', country: 'DE' },
  emailAddress: '',
}

/** Prepares the ground of one fault. @param limits time limits; the standard ones by default */
export async function prepareGround(portal: PracticePortal, limits?: TimeLimits): Promise<Ground> {
  const services = await startTestServices(limits === undefined ? {} : { limits })
  const endings: (() => Promise<unknown>)[] = [services.end]

  async function listen(server: Server): Promise<number> {
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    endings.push(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    })
    return (server.address() as AddressInfo).port
  }

  return {
    services,
    portal,
    workingProfile: async () => {
      const { tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, audience = '' } = await portal.tab('client-testing')
      const profile = await services.newProfile({ tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, audience })
      const { id } = await services.credentials.createKey(profile.id, 2048)
      const { request } = await services.credentials.createRequest(profile.id, id, subject, [])
      const { certificate } = await portal.sign(request?.pem ?? '', 90)
      await services.credentials.imports.import([contentOfText(certificate)])
      const [shown] = await portal.upload('client-testing', [certificate])
      await services.credentials.thumbprints.confirm(profile.id, id, shown?.thumbprint ?? '')
      await services.credentials.activate(profile.id, id)
      return (await services.profiles.get(profile.id)).profile
    },
    secretProfile: async (settings) => {
      const profile = await services.newProfile({ flavor: 'basic', ...settings })
      await services.credentials.clientSecrets.set(profile.id, Secret.fromText('planted-secret-value'))
      return profile
    },
    change: async (profileId, changes) => {
      await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, ...changes }))
    },
    httpServer: async (listener) => `http://127.0.0.1:${await listen(createServer(listener))}`,
    tlsServer: async (options, listener = (_request, response) => response.end('{}')) =>
      `https://127.0.0.1:${await listen(createTlsHttpServer(options, listener))}`,
    socketServer: (onConnection) => listen(createTcpServer(onConnection)),
    ending: (end) => void endings.push(end),
    end: async () => {
      for (const end of endings.reverse()) await end()
    },
  }
}
