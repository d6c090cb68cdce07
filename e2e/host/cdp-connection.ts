import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright'

/** A conversation with the browser or with one page of it, typed as Playwright types the Chrome DevTools Protocol. */
export interface CdpSession {
  readonly send: CDPSession['send']
  readonly on: CDPSession['on']
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly sessionId?: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Waiting {
  readonly method: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The Chrome DevTools Protocol over the pipe that Chromium opens with `--remote-debugging-pipe`. */
export class CdpConnection {
  readonly browser: CdpSession
  readonly #writable: Writable
  readonly #waiting = new Map<number, Waiting>()
  readonly #sessions = new Map<string, EventEmitter>()
  #lastId = 0
  #chunks: Buffer[] = []
  #closed = false

  constructor(readable: Readable, writable: Writable) {
    this.#writable = writable
    this.browser = this.session('')
    readable.on('data', (chunk: Buffer) => this.#read(chunk))
    readable.on('close', () => this.#close())
    writable.on('error', () => this.#close())
  }

  /** The conversation of one page, by the session id that attaching to it gave; an empty id: the browser itself. */
  session(sessionId: string): CdpSession {
    let events = this.#sessions.get(sessionId)
    if (events === undefined) {
      events = new EventEmitter()
      events.setMaxListeners(0)
      this.#sessions.set(sessionId, events)
    }
    const on = events.on.bind(events) as unknown as CDPSession['on']
    const send = ((method: string, params?: object) => this.#send(method, params, sessionId)) as CDPSession['send']
    return { send, on }
  }

  #send(method: string, params: object | undefined, sessionId: string): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Error('Chromium has ended.'))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject })
      const message = { id, method, params, ...(sessionId === '' ? {} : { sessionId }) }
      this.#writable.write(`${JSON.stringify(message)}\0`)
    })
  }

  /** Messages end with a zero byte. */
  #read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0, start); end !== -1; end = chunk.indexOf(0, start)) {
      const text = Buffer.concat([...this.#chunks, chunk.subarray(start, end)]).toString('utf8')
      this.#chunks = []
      start = end + 1
      this.#take(JSON.parse(text) as Message)
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start))
  }

  #take({ id, method, params, sessionId, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#sessions.get(sessionId ?? '')?.emit(method, params)
      return
    }
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(`${waiting.method}: ${error.message}`))
  }

  #close(): void {
    this.#closed = true
    for (const { reject } of this.#waiting.values()) reject(new Error('Chromium has ended.'))
    this.#waiting.clear()
  }
}
