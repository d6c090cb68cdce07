import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A service in its own process. Prints its port.

const token = JSON.stringify({ access_token: 'x'.repeat(1200), token_type: 'Bearer', expires_in: 28_800 })
const hello = JSON.stringify({ greeting: 'hello', details: 'x'.repeat(400) })
const headers = { 'content-type': 'application/json' }

const server = createServer(({ url }, response) =>
  response.writeHead(200, headers).end(url === '/token' ? token : hello),
)
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
