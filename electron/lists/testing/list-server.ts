import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a page is answered: a body to send, or whatever is done to the response by hand. */
export type ListAnswer = string | Buffer | ((response: ServerResponse) => void)

/** A list on a loopback port whose every answer a test decides. */
export interface ListServer {
  /** The reporting API's base address. */
  readonly baseUrl: string
  /** The header `next` of each request as it came; undefined where it had none. */
  readonly asked: readonly (string | undefined)[]
  /** How many requests wait for the rest of their answers. */
  readonly underWay: () => number
  /** The most requests that were under way at one time. */
  readonly mostAtOnce: () => number
  readonly end: () => Promise<void>
}

/**
 * @param answer decides by the cursor, and by how many requests there have been with it (from 1), what is answered
 */
export async function startListServer(
  answer: (cursor: string | undefined, time: number, request: IncomingMessage) => ListAnswer | Promise<ListAnswer>,
): Promise<ListServer> {
  const asked: (string | undefined)[] = []
  let underWay = 0
  let mostAtOnce = 0
  const server = createServer((request, response) => {
    const { next } = request.headers
    const cursor = typeof next === 'string' ? next : undefined
    asked.push(cursor)
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
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
    mostAtOnce: () => mostAtOnce,
    end: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
