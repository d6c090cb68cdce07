import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from '../../keychain/secret.ts'
import { startListServer } from '../../lists/testing/list-server.ts'
import { startTestServices } from '../../testing/test-services.ts'
import { runCommand } from '../testing/command-run.ts'
import { formatToken, noteOfFormat, tokenEnvironment, type ReceivedToken } from './token-formats.ts'

const received = (accessToken: string, apiBaseUrl = 'https://api.example.com/v1'): ReceivedToken => ({
  accessToken,
  profile: { clientId: 'acme', apiBaseUrl },
  state: {
    ...{ kind: 'held', obtainedAt: '2026-11-28T07:00:00.000Z', expiresAt: '2026-11-28T08:00:00.000Z' },
    ...{ lifetimeSeconds: 3600, tokenType: 'Bearer' },
  },
})

test('formatToken: env keeps quotes, dollars and backslashes through a shell', () => {
  const odd = `a'b"c$d\`e\\f!g`
  const { stdout } = spawnSync('sh', ['-c', `${formatToken('env', received(odd))}\nprintf %s "$CLAVIS_TOKEN"`])
  expect(stdout.toString()).toBe(odd)
})

test.each(['two words', 'line\nbreak', 'tab\t', 'ümlaut', 'bell\u0007', ''])(
  'formatToken: refuses a token that no header can carry: %j',
  (text) => {
    for (const format of ['env', 'header', 'curl-config', 'netrc', 'exec-credential', 'json'] as const)
      expect(() => formatToken(format, received(text))).toThrow('characters that no header can carry')
  },
)

test('formatToken: exec-credential answers in the version that kubectl asks for', () => {
  const versionFor = (info?: string): unknown =>
    (
      JSON.parse(formatToken('exec-credential', received('x'), { KUBERNETES_EXEC_INFO: info })) as {
        apiVersion: string
      }
    ).apiVersion
  expect(versionFor()).toBe('client.authentication.k8s.io/v1')
  const asked = (version: string): string => JSON.stringify({ apiVersion: version, kind: 'ExecCredential' })
  expect(versionFor(asked('client.authentication.k8s.io/v1beta1'))).toBe('client.authentication.k8s.io/v1beta1')
  expect(versionFor(asked('client.authentication.k8s.io/v2'))).toBe('client.authentication.k8s.io/v1')
  expect(formatToken('exec-credential', received('x'))).toContain('"expirationTimestamp":"2026-11-28T08:00:00Z"')
})

test('formatToken: without a base address there is no variable for it, and netrc is refused', () => {
  expect(tokenEnvironment(received('x', ''))['CLAVIS_BASE_URL']).toBeUndefined()
  // One profile's address must not stay beside another's token.
  const both = [received('x'), received('y', '')].map((each) => formatToken('env', each)).join('\n')
  const { stdout } = spawnSync('sh', ['-c', `${both}\nprintf '%s|%s' "$CLAVIS_TOKEN" "\${CLAVIS_BASE_URL-unset}"`])
  expect(stdout.toString()).toBe('y|unset')
  expect(() => formatToken('netrc', received('x', ''))).toThrow('no API base address')
  expect(formatToken('netrc', received('a#b'))).toBe('machine api.example.com login acme password "a#b"')
})

const hasIpv6 = Object.values(networkInterfaces()).some(
  (each) => each?.some(({ address }) => address === '::1') === true,
)

test.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])(
  'formatToken: curl finds the token of %s in netrc',
  async (host) => {
    const folder = await mkdtemp(join(tmpdir(), 'clavis-netrc-'))
    const server = createServer(({ headers }, response) => response.end(headers.authorization ?? 'none')).listen(
      0,
      host,
    )
    await once(server, 'listening')
    try {
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/v1`
      const sent = async (token: string): Promise<string> => {
        const text = formatToken('netrc', received(token, url))
        await writeFile(join(folder, 'netrc'), `${text}\n`)
        const { stdout } = await promisify(execFile)('curl', [
          '-sS',
          '--noproxy',
          '*',
          '--netrc-file',
          join(folder, 'netrc'),
          url,
        ])
        return stdout
      }
      const basic = (token: string): string => `Basic ${Buffer.from(`acme:${token}`).toString('base64')}`
      expect(await sent('a-token')).toBe(basic('a-token'))
      // The longest line that is not noted.
      const [prefix = ''] = formatToken('netrc', received('x', url)).split(/x$/u)
      const longest = 'a'.repeat(4094 - prefix.length)
      expect(noteOfFormat('netrc', `${prefix}${longest}`)).toBeUndefined()
      expect(noteOfFormat('netrc', `${prefix}${longest}a`)).toContain('4,096 bytes or more')
      // The letter has two bytes.
      expect(noteOfFormat('netrc', `${prefix}${longest}`.replace('acme', 'acmé'))).toContain('4,096 bytes or more')
      expect(noteOfFormat('netrc', `${prefix}${longest.slice(1)}`.replace('acme', 'acmé'))).toBeUndefined()
      expect((await sent(longest)) === basic(longest)).toBe(true)
    } finally {
      server.close()
      await rm(folder, { recursive: true })
    }
  },
)

test.each(['header', 'curl-config', 'json'] as const)('noteOfFormat: says nothing of a long token as %s', (format) => {
  expect(noteOfFormat(format, formatToken(format, received('a'.repeat(5000))))).toBeUndefined()
})

test('clavis token --format netrc: the note on a long line goes to standard error, beside the line', async () => {
  const token = 'a'.repeat(5000)
  const answer = JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })
  const server = await startListServer(() => answer)
  const services = await startTestServices()
  try {
    const { origin } = new URL(server.baseUrl)
    const addresses = { tokenUrl: `${origin}/token`, apiBaseUrl: origin }
    const { id } = await services.newProfile({ ...addresses, name: 'Mock', flavor: 'basic' })
    await services.credentials.clientSecrets.set(id, Secret.fromText('hush'))
    const { code, out, error } = await runCommand(services.folder, '', ['token', 'Mock', '--format', 'netrc'])
    expect(code).toBe(0)
    expect(out.endsWith(`${token}\n`)).toBe(true)
    expect(error).toMatch(/^clavis: The line has 4,096 bytes or more: curl ignores it/u)
  } finally {
    await services.end()
    await server.end()
  }
})
