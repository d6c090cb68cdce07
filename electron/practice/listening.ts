import type { Server } from 'node:net'
import { ClavisError } from '../../shared/model/error.ts'

/** Listens on loopback. @param port 0 for a free one. @returns the port. @throws `practice-port-taken` */
export async function listen(server: Server, port: number): Promise<number> {
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
