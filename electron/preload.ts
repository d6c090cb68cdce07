import { contextBridge, ipcRenderer } from 'electron'
import { callNames, eventNames, type ClavisBridge, type Envelope } from '../shared/contract.ts'
import { callChannel, eventChannel } from './ipc/channels.ts'

/**
 * All that the page gets of main: the contract's calls and events, by name. A name that the contract does not know
 * goes nowhere, and Electron's event object stays here.
 */
const bridge: ClavisBridge = {
  call: (name, input) => {
    if (!callNames.includes(name)) return Promise.reject(new Error(`Clavis knows no call “${name}”.`))
    return ipcRenderer.invoke(callChannel(name), input) as Promise<Envelope>
  },
  on: (name, listener) => {
    if (!eventNames.includes(name)) throw new Error(`Clavis knows no event “${name}”.`)
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(eventChannel(name), forward)
    return () => {
      ipcRenderer.off(eventChannel(name), forward)
    }
  },
}

contextBridge.exposeInMainWorld('clavis', bridge)
