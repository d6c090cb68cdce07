import { connect, type Socket } from 'node:net'
import { sessionBusSockets } from './bus-address.ts'
import { decodeMessage, encodeMessage, messageTypes, type Message } from './message.ts'
import type { WireValue } from './wire-format.ts'

/** No bus answers, or the connection broke. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError'
}

/** The called object answered an error. */
export class BusCallError extends Error {
  override readonly name = 'BusCallError'
  /** e.g. `org.freedesktop.DBus.Error.ServiceUnknown` */
  readonly errorName: string

  constructor(errorName: string, message: string) {
    super(message)
    this.errorName = errorName
  }
}

/** No answer came in time. */
export class BusTimeoutError extends Error {
  override readonly name = 'BusTimeoutError'
}

/** A method call without its arguments' values. */
export interface Method {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** The arguments' types; empty where there are none. */
  readonly signature: string
}

interface Waiting {
  readonly resolve: (body: readonly WireValue[]) => void
  readonly reject: (reason: Error) => void
}

/**
 * A connection to the D-Bus session bus over its Unix socket. It only sends calls, awaits their answers and hears
 * signals; nothing here blocks a thread, so that every wait can have its time limit.
 */
export class SessionBus {
  readonly #socket: Socket
  readonly #answerLimit: number
  readonly #waiting = new Map<number, Waiting>()
  readonly #signalListeners = new Set<(signal: Message) => void>()
  #received = Buffer.alloc(0)
  #serial = 0
  #broken: Error | undefined

  private constructor(socket: Socket, answerLimit: number) {
    this.#socket = socket
    this.#answerLimit = answerLimit
  }

  /**
   * Connects, authenticates as this process's user and says hello.
   * @param env environment variables that say where the bus is
   * @param answerLimit how long an answer may take, milliseconds
   * @throws BusUnavailableError, BusTimeoutError
   */
  static async open(env: Readonly<Record<string, string | undefined>>, answerLimit: number): Promise<SessionBus> {
    const sockets = sessionBusSockets(env)
    if (sockets.length === 0) throw new BusUnavailableError('The environment names no session bus.')
    let failure: unknown
    for (const path of sockets)
      try {
        const bus = new SessionBus(await authenticate(path, answerLimit), answerLimit)
        bus.#listen()
        await bus.call({ ...busMethod, member: 'Hello', signature: '' }, [])
        return bus
      } catch (error) {
        failure = error
      }
    if (failure instanceof BusTimeoutError) throw failure
    throw new BusUnavailableError('The session bus does not answer.', { cause: failure })
  }

  /**
   * Calls a method and answers the reply's values.
   * @throws BusCallError, BusTimeoutError, BusUnavailableError
   */
  call(method: Method, values: readonly WireValue[]): Promise<readonly WireValue[]> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    const serial = ++this.#serial
    const { promise, resolve, reject } = Promise.withResolvers<readonly WireValue[]>()
    this.#waiting.set(serial, { resolve, reject })
    const timer = setTimeout(() => {
      this.#waiting.delete(serial)
      reject(new BusTimeoutError(`${method.destination} did not answer ${method.member} in time.`))
    }, this.#answerLimit)
    this.#socket.write(encodeMessage({ ...method, type: messageTypes.call, serial, body: values }))
    return promise.finally(() => clearTimeout(timer))
  }

  /** Calls a method of the bus itself. */
  callBus(member: string, signature: string, values: readonly WireValue[]): Promise<readonly WireValue[]> {
    return this.call({ ...busMethod, member, signature }, values)
  }

  /** Hears signals that the bus was asked for by `AddMatch`. Answers the unsubscribe. */
  onSignal(listener: (signal: Message) => void): () => void {
    this.#signalListeners.add(listener)
    return () => this.#signalListeners.delete(listener)
  }

  close(): void {
    this.#break(new BusUnavailableError('The connection to the session bus was closed.'))
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      try {
        for (let next = decodeMessage(this.#received); next !== undefined; next = decodeMessage(this.#received)) {
          this.#received = this.#received.subarray(next.length)
          this.#take(next.message)
        }
      } catch (error) {
        this.#break(new BusUnavailableError('The session bus sent something unreadable.', { cause: error }))
      }
    })
    this.#socket.on('error', (error) =>
      this.#break(new BusUnavailableError('The connection to the session bus broke.', { cause: error })),
    )
    this.#socket.on('close', () => this.#break(new BusUnavailableError('The session bus ended the connection.')))
  }

  #take(message: Message): void {
    if (message.type === messageTypes.signal) {
      for (const listener of this.#signalListeners) listener(message)
      return
    }
    const waiting = message.replySerial === undefined ? undefined : this.#waiting.get(message.replySerial)
    if (waiting === undefined || message.replySerial === undefined) return
    this.#waiting.delete(message.replySerial)
    if (message.type === messageTypes.reply) waiting.resolve(message.body)
    else {
      const [text] = message.body
      waiting.reject(
        new BusCallError(message.errorName ?? '', typeof text === 'string' ? text : 'No reason was given.'),
      )
    }
  }

  #break(reason: Error): void {
    if (this.#broken !== undefined) return
    this.#broken = reason
    this.#socket.destroy()
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
  }
}

const busMethod = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** Connects and authenticates by the socket's own credentials (D-Bus Specification, “Authentication Protocol”). */
async function authenticate(path: string, limit: number): Promise<Socket> {
  const socket = connect(path)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const timer = setTimeout(() => reject(new BusTimeoutError('The session bus did not answer in time.')), limit)
  let received = ''
  socket.on('connect', () => {
    const user = Buffer.from(String(process.getuid?.() ?? 0), 'ascii').toString('hex')
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  })
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
    if (!received.includes('\r\n')) return
    // The bus says nothing more before BEGIN, so no byte of a message can be lost with the listeners below.
    if (received.startsWith('OK ')) {
      socket.write('BEGIN\r\n')
      resolve(socket)
    } else reject(new BusUnavailableError('The session bus refused this user.'))
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new BusUnavailableError('The session bus closed the connection.')))
  const release = (): void => {
    clearTimeout(timer)
    socket.removeAllListeners()
  }
  try {
    await promise
    release()
    return socket
  } catch (error) {
    release()
    // What the ended socket still reports concerns nobody.
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
}
