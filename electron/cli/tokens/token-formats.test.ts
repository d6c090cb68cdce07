import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { formatToken, tokenEnvironment, type ReceivedToken } from './token-formats.ts'

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
