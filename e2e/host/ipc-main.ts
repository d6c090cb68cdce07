/** A handler of `ipcRenderer.invoke`. */
export type InvokeHandler = (event: object, ...values: unknown[]) => unknown

/** Electron's `ipcMain`, as far as the app uses it. */
export class HostIpcMain {
  /** Under Electron's own name for it: tests listen in here. */
  readonly _invokeHandlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this._invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this._invokeHandlers.set(channel, handler)
  }

  /** Answers a message from a page; for the host itself. */
  invoke(channel: string, event: object, values: readonly unknown[]): unknown {
    const handler = this._invokeHandlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...values)
  }
}
