import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ClavisError } from '#shared/errors.ts'
import { maxHeaderSize } from '../http/network-failure.ts'
import { answerError, answerUnparsed } from './answers.ts'
import { programAt, type PeerProgram } from './peer-program.ts'
import { checkedRequest, refused, type CheckedRequest, type Entrance } from './request-checks.ts'

/** Maximum size of a request's body, bytes: it is held until the service accepted the token. */
const maxRequestBody = 1024 * 1024

/** How long nothing may be sent or received on a connection with a request, milliseconds. */
const stalledMs = 300_000

/** Maximum number of connections. */
const maxConnections = 256

/** A request that passed the checks, of a known program. */
export interface LocalRequest extends CheckedRequest {
  readonly program: PeerProgram
  readonly rawHeaders: readonly string[]
  /** Reads the body. Not before the request is allowed. @throws `input-invalid` if it is too large */
  readonly body: () => Promise<Buffer | undefined>
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal
}

export interface LocalHandlers {
  /** Begins a request. @returns what ends it @throws `local-limit-exceeded` */
  readonly begin: () => () => void
  /** Answers a request. What it throws is the answer. */
  readonly answer: (request: LocalRequest, response: ServerResponse) => Promise<void>
  readonly onFault: (fault: unknown) => void
}

/** Creates a server whose requests are checked before they are answered. @param entrance known once it listens */
export function createLocalServer(entrance: () => Entrance, handlers: LocalHandlers): Server {
  const programs = new WeakMap<Socket, Promise<PeerProgram>>()
  /** The last response of a connection, while it runs: requests may be sent ahead. */
  const answering = new WeakMap<Socket, ServerResponse>()
  const server = createServer(
    {
      maxHeaderSize,
      insecureHTTPParser: false,
      requireHostHeader: true,
      // Milliseconds. A program sends a request at once, and may keep a connection for a while.
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 30_000,
    },
    (request, response) => {
      const { socket } = request
      answering.set(socket, response)
      response.once('close', () => {
        if (answering.get(socket) === response) answering.delete(socket)
      })
      // A caller that reads nothing would keep its place, and the service's connection.
      response.setTimeout(stalledMs, () => response.destroy())
      void answer(request, response, entrance(), () => known(programs, socket), handlers)
    },
  )
  server.maxConnections = maxConnections
  server.on('clientError', (error, socket) => answerUnparsed(error, socket as Socket, answering.has(socket as Socket)))
  return server
}

/** Looks up a connection's program once. */
function known(programs: WeakMap<Socket, Promise<PeerProgram>>, socket: Socket): Promise<PeerProgram> {
  const found = programs.get(socket) ?? programAt(socket)
  programs.set(socket, found)
  return found
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  entrance: Entrance,
  program: () => Promise<PeerProgram>,
  { begin, answer: pass, onFault }: LocalHandlers,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  let end: (() => void) | undefined
  try {
    const checked = checkedRequest(request, entrance)
    const from = await program()
    // Not for those that are refused: a web page could use up the limits.
    end = begin()
    await pass(
      {
        ...checked,
        rawHeaders: request.rawHeaders,
        program: from,
        body: () => readRequestBody(request),
        signal: gone.signal,
      },
      response,
    )
  } catch (error) {
    if (!(error instanceof ClavisError) && !gone.signal.aborted && !response.headersSent) onFault(error)
    answerError(
      response,
      error instanceof ClavisError ? error : new ClavisError('internal-fault', 'Something went wrong in Clavis.'),
    )
  } finally {
    end?.()
  }
}

async function readRequestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxRequestBody)
      throw refused(413, 'input-invalid', 'The request’s body exceeds 1 MiB.', 'Send less at once.')
    parts.push(part)
  }
  return size === 0 ? undefined : Buffer.concat(parts)
}
