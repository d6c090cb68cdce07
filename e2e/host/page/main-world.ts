import type { createWorldBridge } from './world-bridge.ts'

/**
 * Prepares the page's own world before its first script: waits for the port from the preload's world and defines what
 * is exposed on `window`, frozen. Runs in the page as source text, so it uses nothing outside of itself.
 */
export function runMainWorld(handshake: string, tools: { readonly createWorldBridge: typeof createWorldBridge }): void {
  if (window.top !== window) return
  const deeplyFrozen = (value: unknown): unknown => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      if (typeof value === 'object') for (const part of Object.values(value)) deeplyFrozen(part)
      Object.freeze(value)
    }
    return value
  }
  window.addEventListener(
    handshake,
    (event) => {
      event.stopImmediatePropagation()
      const [port] = (event as MessageEvent).ports
      if (port === undefined) return
      const bridge = tools.createWorldBridge('main', port)
      Object.defineProperty(window, 'open', {
        value: (url = '') => {
          bridge.ask('open', new URL(url, document.baseURI).href)
          return null
        },
        writable: true,
        configurable: true,
        enumerable: true,
      })
      bridge.serve('expose', (name, api) => {
        if (typeof name !== 'string' || Object.hasOwn(window, name))
          throw new Error('Cannot bind an API on top of an existing property on the window object')
        Object.defineProperty(window, name, { value: deeplyFrozen(api), enumerable: true })
      })
    },
    { once: true },
  )
}
