import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright'
import { decodeMessage, encodeMessage, headerSize, messageLength } from './cdp-encoding.ts'

/** A session with the browser or one of its pages, with Playwright's types of the Chrome DevTools Protocol. */
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

/** Passes bytes for a parameter that is base64 in the protocol's JSON form: they are sent as they are. */
export function asBinary(bytes: ArrayBuffer): string {
  return Buffer.from(bytes) as unknown as string
}

/** The Chrome DevTools Protocol over the pipe that Chromium opens with `--remote-debugging-pipe=cbor`. */
export class CdpConnection {
  readonly browser: CdpSession
  readonly #writable: Writable
  readonly #waiting = new Map<number, Waiting>()
  readonly #sessions = new Map<string, EventEmitter>()
  #lastId = 0
  #chunks: Buffer[] = []
  /** Number of received bytes that were not processed yet. */
  #length = 0
  /** Number of bytes needed for the next message, or for its length. */
  #wanted = headerSize
  #closed = false

  constructor(readable: Readable, writable: Writable) {
    this.#writable = writable
    this.browser = this.session('')
    readable.on('data', (chunk: Buffer) => this.#read(chunk))
    readable.on('close', () => this.#close())
    writable.on('error', () => this.#close())
  }

  /** Returns the session with this id, as returned by attaching to a page; an empty id: the browser. */
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
      this.#writable.write(encodeMessage(message))
    })
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#wanted) return
    let bytes = Buffer.concat(this.#chunks)
    this.#wanted = headerSize
    while (bytes.length >= headerSize) {
      const length = messageLength(bytes)
      if (bytes.length < length) {
        this.#wanted = length
        break
      }
      this.#take(decodeMessage(bytes.subarray(0, length)) as Message)
      bytes = bytes.subarray(length)
    }
    this.#chunks = [bytes]
    this.#length = bytes.length
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
