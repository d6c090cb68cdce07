/** A handler of `ipcRenderer.invoke`. */
export type InvokeHandler = (event: object, ...values: unknown[]) => unknown

/** Electron's `ipcMain`, as far as the app uses it. */
export class HostIpcMain {
  /** Named as in Electron, because tests access it. */
  readonly _invokeHandlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this._invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this._invokeHandlers.set(channel, handler)
  }

  /** Handles a message from a page; called by the host. */
  invoke(channel: string, event: object, values: readonly unknown[]): unknown {
    const handler = this._invokeHandlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...values)
  }
}
