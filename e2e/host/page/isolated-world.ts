import type { createWorldBridge } from './world-bridge.ts'

/** What the host passes to the preload's world of a new document. */
export interface IsolatedWorldFacts {
  /** Name of the function that sends a message to the host. */
  readonly binding: string
  /** Name of the function that the host calls. */
  readonly receiver: string
  /** Name of the event that passes the port to the page's world. */
  readonly handshake: string
}

/** What the host tells the preload's world: an event of a channel, or how a call ended. */
export type HostMessage =
  | readonly [kind: 'event', channel: string, encodedValues: string]
  | readonly [kind: 'response', call: string, encodedValue: string]
  | readonly [kind: 'failed', call: string, reason: string]

interface Tools {
  readonly encodeWire: (value: unknown) => string
  readonly decodeWire: (text: string) => unknown
  readonly createWorldBridge: typeof createWorldBridge
  readonly preload: (require: (name: string) => unknown, module: object, exports: object) => void
}

/**
 * Runs the preload in its own world of the page, with the part of Electron that this app's sandboxed preload uses:
 * `contextBridge.exposeInMainWorld`, `ipcRenderer.invoke`, `on` and `off`. Runs in the page as source text, so it uses
 * nothing outside of itself.
 */
export function runIsolatedWorld(facts: IsolatedWorldFacts, tools: Tools): void {
  if (window.top !== window) return
  const binding = Reflect.get(globalThis, facts.binding) as ((message: string) => void) | undefined
  const toHost = (...message: unknown[]): void => binding?.(JSON.stringify(message))

  type Listener = (event: object, ...values: unknown[]) => void
  const listeners = new Map<string, Listener[]>()
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (reason: Error) => void; channel: string }
  >()
  let lastCall = 0

  const ipcRenderer = {
    invoke(channel: string, ...values: unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const encoded = tools.encodeWire(values)
        lastCall += 1
        waiting.set(lastCall, { resolve, reject, channel })
        toHost('invoke', lastCall, channel, encoded)
      })
    },
    on(channel: string, listener: Listener): void {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    },
    off(channel: string, listener: Listener): void {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((each) => each !== listener),
      )
    },
  }

  const receive = (...[kind, first, second]: HostMessage): void => {
    if (kind === 'event') {
      const values = tools.decodeWire(second) as unknown[]
      for (const listener of listeners.get(first) ?? []) listener({ sender: ipcRenderer }, ...values)
      return
    }
    const call = waiting.get(Number(first))
    waiting.delete(Number(first))
    if (kind === 'response') call?.resolve(tools.decodeWire(second))
    // Like Electron, keeps only the error's message.
    else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${second}`))
  }
  Object.assign(globalThis, { [facts.receiver]: receive })

  const { port1 } = new MessageChannel()
  const bridge = tools.createWorldBridge('isolated', port1)
  window.dispatchEvent(new MessageEvent(facts.handshake, { ports: [port1] }))
  bridge.serve('open', (url) => toHost('open', url))
  // Links that open a window never reach Chromium, which would open one.
  for (const type of ['click', 'auxclick'])
    window.addEventListener(type, (event) => {
      const link = event.composedPath().find((part) => part instanceof HTMLAnchorElement && part.href !== '')
      if (!(link instanceof HTMLAnchorElement) || !(event instanceof MouseEvent) || event.defaultPrevented) return
      const wantsWindow = (link.target !== '' && link.target !== '_self') || event.button === 1
      if (!wantsWindow && !event.ctrlKey && !event.metaKey && !event.shiftKey) return
      event.preventDefault()
      toHost('open', link.href)
    })

  // The host decides about documents that are requested. These come without a request; no page of this app navigates
  // there, so they are refused and reported.
  navigation.addEventListener('navigate', (event) => {
    const { url, sameDocument } = event.destination
    if (sameDocument || /^https?:/u.test(url)) return
    event.preventDefault()
    toHost('navigate', url)
  })

  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown): void => void bridge.ask('expose', name, api),
  }
  const strictly = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(target, member) {
        if (member in target) return Reflect.get(target, member) as unknown
        throw new Error(`${name}.${String(member)} is not part of the Chromium host.`)
      },
    })
  const electron = strictly('electron', {
    contextBridge: strictly('contextBridge', contextBridge),
    ipcRenderer: strictly('ipcRenderer', ipcRenderer),
  })
  const require = (name: string): unknown => {
    if (name === 'electron') return electron
    throw new Error(`A sandboxed preload has no module “${name}” on the Chromium host.`)
  }
  tools.preload(require, { exports: {} }, {})
}
