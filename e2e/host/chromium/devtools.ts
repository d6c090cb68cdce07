import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'

type Commands = ProtocolMapping.Commands
type Events = ProtocolMapping.Events

/** What Chromium sends: a response if it has an id, otherwise an event. */
interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly method?: string
  readonly params?: unknown
  /** Undefined: of the browser's session. */
  readonly sessionId?: string
}

/** A session with the browser or one of its pages over the Chrome DevTools Protocol. */
export class DevtoolsSession {
  readonly #post: (message: object) => void
  readonly #events = new EventEmitter()
  readonly #pending = new Map<number, PromiseWithResolvers<unknown> & { readonly method: string }>()
  #commands = 0
  #isEnded = false

  constructor(post: (message: object) => void) {
    this.#post = post
  }

  /** Sends a command. There is no time limit: one may wait for a person, such as one that runs a function of a page. */
  send<M extends keyof Commands>(method: M, ...[params]: Commands[M]['paramsType']): Promise<Commands[M]['returnType']>
  send(method: string, params: unknown): Promise<unknown> {
    const pending = { ...Promise.withResolvers<unknown>(), method }
    if (this.#isEnded) pending.reject(new Error(`${method}: Chromium closed the session.`))
    else {
      this.#commands += 1
      this.#pending.set(this.#commands, pending)
      this.#post({ id: this.#commands, method, params })
    }
    return pending.promise
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E][0]) => void): void {
    this.#events.on(event, listener)
  }

  receive({ id, result, error, method, params }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#events.emit(method, params)
      return
    }
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) pending?.resolve(result)
    else pending?.reject(new Error(`${pending.method}: ${error.message}`))
  }

  /** Fails the commands that have no response. */
  end(): void {
    this.#isEnded = true
    for (const { method, reject } of this.#pending.values())
      reject(new Error(`${method}: Chromium closed the session.`))
    this.#pending.clear()
  }
}

/** The Chrome DevTools Protocol over the pipe that Chromium opens with `--remote-debugging-pipe`. */
export interface Devtools {
  readonly browser: DevtoolsSession
  /** Returns the session with this id, as returned by attaching to a page. */
  readonly session: (sessionId: string) => DevtoolsSession
}

/** Connects to Chromium. Each message is JSON that ends with a zero byte. */
export function connectDevtools(readable: Readable, writable: Writable): Devtools {
  const post = (message: object): boolean => writable.write(`${JSON.stringify(message)}\0`)
  const browser = new DevtoolsSession(post)
  const sessions = new Map<string, DevtoolsSession>()
  browser.on('Target.attachedToTarget', ({ sessionId }) => {
    sessions.set(sessionId, new DevtoolsSession((message) => post({ ...message, sessionId })))
  })
  browser.on('Target.detachedFromTarget', ({ sessionId }) => {
    sessions.get(sessionId)?.end()
    sessions.delete(sessionId)
  })
  let rest: Buffer = Buffer.alloc(0)
  readable.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.toString('utf8', 0, end)) as Message
      rest = rest.subarray(end + 1)
      // One per turn, so that code waiting for a response continues before the next event.
      setImmediate(() =>
        (message.sessionId === undefined ? browser : sessions.get(message.sessionId))?.receive(message),
      )
    }
  })
  readable.on('close', () => {
    for (const session of [browser, ...sessions.values()]) session.end()
  })
  // A pipe that breaks closes, too.
  for (const stream of [readable, writable]) stream.on('error', () => undefined)
  return {
    browser,
    session: (sessionId) => {
      const session = sessions.get(sessionId)
      if (session === undefined) throw new Error(`Chromium has no session ${sessionId}.`)
      return session
    },
  }
}
