import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Response to a request for a page: a body, or a function that writes the response. */
export type ListAnswer = string | Buffer | ((response: ServerResponse) => void)

/** A list on a loopback port, whose responses are up to the test. */
export interface ListServer {
  /** The reporting API's base address. */
  readonly baseUrl: string
  /** The `next` header of each request; undefined if it had none. */
  readonly asked: readonly (string | undefined)[]
  /** Returns the number of requests without a complete response. */
  readonly underWay: () => number
  /** Returns the maximum number of concurrent requests. */
  readonly maxConcurrent: () => number
  readonly end: () => Promise<void>
}

/** @param answer decides the response by the cursor and the number of requests with it so far (from 1) */
export async function startListServer(
  answer: (cursor: string | undefined, time: number, request: IncomingMessage) => ListAnswer | Promise<ListAnswer>,
): Promise<ListServer> {
  const asked: (string | undefined)[] = []
  let underWay = 0
  let maxConcurrent = 0
  const server = createServer((request, response) => {
    const { next } = request.headers
    const cursor = typeof next === 'string' ? next : undefined
    asked.push(cursor)
    underWay += 1
    maxConcurrent = Math.max(maxConcurrent, underWay)
    response.once('close', () => {
      underWay -= 1
    })
    void (async () => {
      const content = await answer(cursor, asked.filter((other) => other === cursor).length, request)
      if (typeof content === 'function') content(response)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(content)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/reporting`,
    asked,
    underWay: () => underWay,
    maxConcurrent: () => maxConcurrent,
    end: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
