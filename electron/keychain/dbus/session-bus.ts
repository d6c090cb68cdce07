import { connect, type Socket } from 'node:net'
import { sessionBusSockets } from './bus-address.ts'
import { decodeMessage, encodeMessage, messageTypes, type Message } from './message.ts'
import type { WireValue } from './wire-format.ts'
import { Listeners } from '../../scheduling/listeners.ts'

/** No bus answers, or the connection broke. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError'
}

/** The called object replied with an error. */
export class BusCallError extends Error {
  override readonly name = 'BusCallError'
  /** e.g. `org.freedesktop.DBus.Error.ServiceUnknown` */
  readonly errorName: string

  constructor(errorName: string, message: string) {
    super(message)
    this.errorName = errorName
  }
}

/** The reply did not arrive in time. */
export class BusTimeoutError extends Error {
  override readonly name = 'BusTimeoutError'
}

/** A method call without its arguments' values. */
export interface Method {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** Types of the arguments; empty if there are none. */
  readonly signature: string
}

interface PendingCall {
  readonly resolve: (body: readonly WireValue[]) => void
  readonly reject: (reason: Error) => void
}

/**
 * Connects to the D-Bus session bus over its Unix socket, sends calls and receives replies and signals. Nothing here
 * blocks a thread, so every wait can have a time limit.
 */
export class SessionBus {
  readonly #socket: Socket
  readonly #replyTimeoutMs: number
  readonly #pending = new Map<number, PendingCall>()
  readonly #signals = new Listeners<[signal: Message]>()
  #received = Buffer.alloc(0)
  #serial = 0
  #broken: Error | undefined

  private constructor(socket: Socket, replyTimeoutMs: number) {
    this.#socket = socket
    this.#replyTimeoutMs = replyTimeoutMs
  }

  /**
   * Connects, authenticates as this process's user and sends `Hello`.
   * @param env environment variables with the address of the bus
   * @param replyTimeoutMs how long a reply may take
   * @throws BusUnavailableError, BusTimeoutError
   */
  static async open(env: Readonly<Record<string, string | undefined>>, replyTimeoutMs: number): Promise<SessionBus> {
    const sockets = sessionBusSockets(env)
    if (sockets.length === 0) throw new BusUnavailableError('The environment has no session bus address.')
    let failure: unknown
    for (const path of sockets)
      try {
        const bus = new SessionBus(await authenticate(path, replyTimeoutMs), replyTimeoutMs)
        bus.#listen()
        await bus.call({ ...busMethod, member: 'Hello', signature: '' }, [])
        return bus
      } catch (error) {
        failure = error
      }
    if (failure instanceof BusTimeoutError) throw failure
    throw new BusUnavailableError('The session bus is not responding.', { cause: failure })
  }

  /**
   * Calls a method and returns the values of the reply.
   * @throws BusCallError, BusTimeoutError, BusUnavailableError
   */
  call(method: Method, values: readonly WireValue[]): Promise<readonly WireValue[]> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    const serial = ++this.#serial
    const { promise, resolve, reject } = Promise.withResolvers<readonly WireValue[]>()
    this.#pending.set(serial, { resolve, reject })
    const timer = setTimeout(() => {
      this.#pending.delete(serial)
      reject(new BusTimeoutError(`${method.destination} did not respond to ${method.member} in time.`))
    }, this.#replyTimeoutMs)
    this.#socket.write(encodeMessage({ ...method, type: messageTypes.call, serial, body: values }))
    return promise.finally(() => clearTimeout(timer))
  }

  /** Calls a method of the bus itself. */
  callBus(member: string, signature: string, values: readonly WireValue[]): Promise<readonly WireValue[]> {
    return this.call({ ...busMethod, member, signature }, values)
  }

  /** Listens for signals that were subscribed to by `AddMatch`. Returns the unsubscribe. */
  readonly onSignal = this.#signals.add

  /** Calls a listener once when the connection ends. */
  onEnd(listener: () => void): void {
    if (this.#broken === undefined) this.#socket.once('close', listener)
    else listener()
  }

  /** Lets the process end while the connection is open, or not. */
  setIdle(idle: boolean): void {
    if (idle) this.#socket.unref()
    else this.#socket.ref()
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
          this.#dispatch(next.message)
        }
      } catch (error) {
        this.#break(new BusUnavailableError('The session bus sent an invalid message.', { cause: error }))
      }
    })
    this.#socket.on('error', (error) =>
      this.#break(new BusUnavailableError('The connection to the session bus broke.', { cause: error })),
    )
    this.#socket.on('close', () => this.#break(new BusUnavailableError('The session bus closed the connection.')))
  }

  #dispatch(message: Message): void {
    if (message.type === messageTypes.signal) {
      this.#signals.notify(message)
      return
    }
    const pending = message.replySerial === undefined ? undefined : this.#pending.get(message.replySerial)
    if (pending === undefined || message.replySerial === undefined) return
    this.#pending.delete(message.replySerial)
    if (message.type === messageTypes.reply) pending.resolve(message.body)
    else {
      const [text] = message.body
      pending.reject(
        new BusCallError(message.errorName ?? '', typeof text === 'string' ? text : 'No reason was given.'),
      )
    }
  }

  #break(reason: Error): void {
    if (this.#broken !== undefined) return
    this.#broken = reason
    this.#socket.destroy()
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
  }
}

const busMethod = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const

/** Connects and authenticates by the socket's credentials (D-Bus Specification, “Authentication Protocol”). */
async function authenticate(path: string, timeoutMs: number): Promise<Socket> {
  const socket = connect(path)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const timer = setTimeout(() => reject(new BusTimeoutError('The session bus did not respond in time.')), timeoutMs)
  let received = ''
  socket.on('connect', () => {
    const user = Buffer.from(String(process.getuid?.() ?? 0), 'ascii').toString('hex')
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  })
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1')
    if (!received.includes('\r\n')) return
    // The bus sends nothing before BEGIN, so removing these listeners loses no bytes.
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
    // A late error of the destroyed socket must not crash the process.
    socket.on('error', () => undefined)
    socket.destroy()
    throw error
  }
}
