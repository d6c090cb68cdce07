import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A listener of the attacker: acts as any service, proxy or webhook, and records every byte. */
export interface AttackersListener {
  readonly origin: string
  readonly host: string
  /** Returns what each connection sent. */
  readonly received: () => readonly string[]
  readonly clear: () => void
  readonly end: () => Promise<void>
}

const answerBody = JSON.stringify({ access_token: 'from-the-attacker', token_type: 'Bearer', expires_in: 3600 })
const answer = [
  'HTTP/1.1 200 OK',
  'content-type: application/json',
  `content-length: ${answerBody.length}`,
  'connection: close',
  '',
  answerBody,
].join('\r\n')

export async function startAttackersListener(): Promise<AttackersListener> {
  let connections: { text: string }[] = []
  const server = createServer((socket) => {
    const connection = { text: '' }
    connections.push(connection)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      connection.text += bytes.toString('latin1')
      if (connection.text.startsWith('CONNECT ')) socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      else if (isWhole(connection.text)) socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    received: () => connections.map(({ text }) => text),
    clear: () => {
      connections = []
    },
    end: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function isWhole(text: string): boolean {
  const [head, ...body] = text.split('\r\n\r\n')
  const length = Number(/^content-length: *(?<length>\d+)/imu.exec(head ?? '')?.groups?.['length'] ?? 0)
  return text.includes('\r\n\r\n') && body.join('\r\n\r\n').length >= length
}

/** Returns whether a text contains an assertion signed with one of these keys. @param publicKeys PEM */
export function hasAssertionOf(text: string, publicKeys: readonly string[]): boolean {
  return [...text.matchAll(/(?<signed>eyJ[\w-]+\.[\w-]+)\.(?<signature>[\w-]+)/gu)].some(({ groups }) =>
    publicKeys.some((pem) =>
      verify(
        'sha256',
        Buffer.from(groups?.['signed'] ?? ''),
        createPublicKey(pem),
        Buffer.from(groups?.['signature'] ?? '', 'base64url'),
      ),
    ),
  )
}
