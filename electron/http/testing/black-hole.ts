import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

export interface BlackHole {
  readonly port: number
  readonly end: () => Promise<void>
}

/** Listens with a queue for one connection and never accepts one: its thread waits. */
const listening = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`

/**
 * Opens a port of this computer whose queue is full: connections to it get no response at all, as behind a firewall.
 */
export async function startBlackHole(): Promise<BlackHole> {
  const worker = new Worker(listening, { eval: true })
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', (value: unknown) => resolve(Number(value)))
    worker.once('error', reject)
  })
  const sockets: Socket[] = []
  // Until one is not accepted, like the next one.
  for (let isFull = false; !isFull;) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    isFull = await Promise.race([
      new Promise<boolean>((resolve) => socket.once('connect', () => resolve(false))),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 300)),
    ])
  }
  return {
    port,
    end: async () => {
      for (const socket of sockets) socket.destroy()
      await worker.terminate()
    },
  }
}
