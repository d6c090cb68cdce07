import { EventEmitter } from 'node:events'
import type { AppAddresses } from './app-addresses.ts'
import { noNetwork } from './chromium.ts'
import { strict, unsupported } from './unsupported.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
type RequestListener = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void
type PermissionHandler = (contents: object, permission: string, answer: (granted: boolean) => void) => void

/** Permissions that a page may ask for, by the names that Electron and Chromium share. */
export const permissions = ['geolocation', 'notifications', 'midi', 'clipboard-read', 'media'] as const

/** Electron's `Session`, as far as the app uses it. */
export class HostSession extends EventEmitter {
  readonly #handlers = new Map<string, ProtocolHandler>()
  #permission: PermissionHandler | undefined
  #beforeRequest: RequestListener | undefined
  #hasNetwork = true

  readonly protocol = {
    handle: (scheme: string, handler: ProtocolHandler): void => void this.#handlers.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (listener: RequestListener): void => {
      this.#beforeRequest = listener
    },
  }

  setPermissionRequestHandler(handler: PermissionHandler): void {
    this.#permission = handler
  }

  setPermissionCheckHandler(handler: () => boolean): void {
    if (handler()) throw unsupported('A permission that is granted by setPermissionCheckHandler')
  }

  setDevicePermissionHandler(handler: () => boolean): void {
    if (handler()) throw unsupported('A device that is granted by setDevicePermissionHandler')
  }

  /** Takes the configuration that Chromium was started with, and no other. */
  setProxy(config: Readonly<Record<string, string>>): Promise<void> {
    const { mode = 'fixed_servers', ...rules } = config
    const isNoNetwork =
      mode === 'fixed_servers' &&
      Object.keys(rules).length === 2 &&
      Object.entries(noNetwork).every(([name, value]) => rules[name] === value)
    if (!isNoNetwork) throw unsupported('A session with a proxy other than the one that nothing listens on')
    this.#hasNetwork = false
    return Promise.resolve()
  }

  /** Whether the app left this session its network: pages of this host have none; for the host itself. */
  get hasNetwork(): boolean {
    return this.#hasNetwork
  }

  /** The proxy for an address in the form of a PAC script's answer: installed Chromium is not asked for it. */
  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT')
  }

  /** Whether the page gets a permission; for the host itself. Electron grants what nobody refuses. */
  grants(contents: object, permission: string): boolean {
    let granted = this.#permission === undefined
    this.#permission?.(contents, permission, (answer) => {
      granted = answer
    })
    return granted
  }

  /** Whether the app lets a request pass; for the host itself. */
  async lets(url: string): Promise<boolean> {
    const listener = this.#beforeRequest
    if (listener === undefined) return true
    const { cancel } = await new Promise<{ cancel?: boolean }>((answer) => listener({ url }, answer))
    return cancel !== true
  }

  /** The app's own answer to a request, undefined where the scheme is not the app's; for the host itself. */
  answer(request: Request): Promise<Response> | undefined {
    const handler = this.#handlers.get(new URL(request.url).protocol.slice(0, -1))
    return handler === undefined ? undefined : Promise.resolve(handler(request))
  }
}

/** Electron's module `session`, as far as the app uses it. */
export interface HostSessions {
  readonly defaultSession: HostSession
  readonly fromPartition: (partition: string) => HostSession
}

/** Chromium keeps one profile folder here, which is the one persistent partition's. */
export function createSessions(): HostSessions {
  const sessions = new Map<string, HostSession>()
  const named = (partition: string): HostSession => {
    const session = sessions.get(partition) ?? strict('session', new HostSession())
    sessions.set(partition, session)
    return session
  }
  return {
    defaultSession: named(''),
    fromPartition: (partition) => {
      if (!partition.startsWith('persist:')) throw unsupported('A session that is kept in memory')
      return named(partition)
    },
  }
}

/** Electron's `protocol`: schemes are made known before Chromium starts. */
export function createProtocol(addresses: AppAddresses): object {
  return {
    registerSchemesAsPrivileged: (schemes: readonly { readonly scheme: string }[]): void => {
      for (const { scheme } of schemes) addresses.register(scheme)
    },
  }
}
