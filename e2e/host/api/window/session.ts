import { EventEmitter } from 'node:events'
import { noNetwork } from '../../chromium/chromium.ts'
import type { AppAddresses } from '../app-addresses.ts'
import { strict, unsupported } from '../unsupported.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
type RequestListener = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void
type PermissionHandler = (contents: object, permission: string, answer: (granted: boolean) => void) => void

/** Permissions that a page may request, under names that Electron and Chromium share. */
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

  /** Accepts only the configuration that Chromium was started with. */
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

  /** Whether the app gave this session network access: pages of this host have none; used by the host. */
  get hasNetwork(): boolean {
    return this.#hasNetwork
  }

  /** Returns the proxy for an address in PAC format: always direct, as Chromium is not asked. */
  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT')
  }

  /**
   * Returns whether the page gets a permission; used by the host. Like Electron, grants what the app doesn't refuse.
   */
  grants(contents: object, permission: string): boolean {
    let granted = this.#permission === undefined
    this.#permission?.(contents, permission, (answer) => {
      granted = answer
    })
    return granted
  }

  /** Returns whether the app allows a request; used by the host. */
  async lets(url: string): Promise<boolean> {
    const listener = this.#beforeRequest
    if (listener === undefined) return true
    const { cancel } = await new Promise<{ cancel?: boolean }>((answer) => listener({ url }, answer))
    return cancel !== true
  }

  /** Returns the app's response to a request, undefined if the scheme is not the app's; used by the host. */
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

/** Creates the sessions. Chromium has one profile folder here, that of the only persistent partition. */
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

/** Creates Electron's `protocol`: schemes are registered before Chromium starts. */
export function createProtocol(addresses: AppAddresses): object {
  return {
    registerSchemesAsPrivileged: (schemes: readonly { readonly scheme: string }[]): void => {
      for (const { scheme } of schemes) addresses.register(scheme)
    },
  }
}
