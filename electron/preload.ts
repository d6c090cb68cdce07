import { contextBridge, ipcRenderer } from 'electron'
import type { CallResult } from '#shared/call-shapes.ts'
import type { ClavisBridge } from '#shared/contract.ts'
import { callChannel, eventChannel } from './ipc/channels.ts'

/**
 * All that the page gets of main: the contract's calls and events, by name. Nothing but their own channels can be reached
 * by it, whatever the name; main refuses a call that the contract does not know, and Electron's event object stays here.
 * Doesn't include the contract's schemas, which would be created again before each page (decision 047).
 */
const bridge: ClavisBridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input) as Promise<CallResult>,
  on: (name, listener) => {
    const channel = eventChannel(name)
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(channel, forward)
    return () => {
      ipcRenderer.off(channel, forward)
    }
  },
}

contextBridge.exposeInMainWorld('clavis', bridge)

/** The part of the page's Navigation API that is used here: main's code has no types of the page. */
declare const navigation: {
  readonly addEventListener: (
    type: 'navigate',
    listener: (event: {
      readonly destination: { readonly url: string; readonly sameDocument: boolean }
      readonly preventDefault: () => void
    }) => void,
  ) => void
}
declare const location: { readonly origin: string }

// Main refuses navigation, too (`navigation-rules.ts`). By then Chromium has replaced the page by an error page, because its
// Connection-Allowlist header refuses the address.
navigation.addEventListener('navigate', (event) => {
  const { url, sameDocument } = event.destination
  if (!sameDocument && !url.startsWith(`${location.origin}/`)) event.preventDefault()
})
