import { randomInt } from 'node:crypto'
import type { Server } from 'node:net'
import { ClavisError } from '#shared/errors.ts'

/** Ports below those that systems use for outgoing connections (from 32768 or 49152 on). */
const lasting = { from: 20_000, to: 30_000 } as const

/** How many of them are tried; if all are taken, any free port is used. */
const maxAttempts = 20

/**
 * Listens on loopback.
 * @param port 0 for a free one that is probably free at the next start, too: one chosen by the system may be in use for
 *   an outgoing connection by then
 * @returns the port
 * @throws `practice-port-taken`
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let tried = 0; port === 0 && tried < maxAttempts; tried += 1) {
    try {
      return await listenOn(server, randomInt(lasting.from, lasting.to))
    } catch (error) {
      if (!(error instanceof ClavisError)) throw error
    }
  }
  return listenOn(server, port)
}

async function listenOn(server: Server, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const reason = code === 'EACCES' ? 'not open to programs of this user' : 'taken by another program'
    throw new ClavisError('practice-port-taken', `Port ${port} is ${reason}.`, {
      hint: 'End the program that uses it, or choose another port.',
      details: { port },
      cause: error,
    })
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return address.port
}
