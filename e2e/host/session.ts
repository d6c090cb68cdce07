import { EventEmitter } from 'node:events'
import type { AppAddresses } from './app-addresses.ts'
import { unsupported } from './unsupported.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
type RequestListener = (details: { readonly url: string }, answer: (response: { cancel?: boolean }) => void) => void
type PermissionHandler = (contents: object, permission: string, answer: (granted: boolean) => void) => void

/** Permissions that a page may ask for, by the names that Electron and Chromium share. */
export const permissions = ['geolocation', 'notifications', 'midi', 'clipboard-read', 'media'] as const

/** Electron's `session.defaultSession`, as far as the app uses it. */
export class HostSession extends EventEmitter {
  readonly #handlers = new Map<string, ProtocolHandler>()
  #permission: PermissionHandler | undefined
  #beforeRequest: RequestListener | undefined

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

/** Electron's `protocol`: schemes are made known before Chromium starts. */
export function createProtocol(addresses: AppAddresses): object {
  return {
    registerSchemesAsPrivileged: (schemes: readonly { readonly scheme: string }[]): void => {
      for (const { scheme } of schemes) addresses.register(scheme)
    },
  }
}
