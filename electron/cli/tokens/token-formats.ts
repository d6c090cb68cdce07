import { Buffer } from 'node:buffer'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { shellWord } from '#shared/values/shell-word.ts'

export interface ReceivedToken {
  readonly accessToken: string
  readonly profile: Pick<Profile, 'clientId' | 'apiBaseUrl'>
  readonly state: Extract<TokenState, { kind: 'held' }>
}

/** The forms in which `clavis token --format` prints a token, each for another program. */
export type TokenFormat = 'env' | 'header' | 'curl-config' | 'netrc' | 'exec-credential' | 'json'

/**
 * Returns the environment variables that `clavis exec` sets, e.g. `{ CLAVIS_TOKEN: 'eyJ…', CLAVIS_TOKEN_EXPIRES_AT:
 * '2026-11-28T15:00:00.000Z', CLAVIS_BASE_URL: 'https://api.example.com' }`. Without a base address the last is undefined, to be
 * unset: another profile's would get this token.
 */
export function tokenEnvironment({
  accessToken,
  profile,
  state,
}: ReceivedToken): Readonly<Record<string, string | undefined>> {
  return {
    CLAVIS_TOKEN: printable(accessToken),
    CLAVIS_TOKEN_EXPIRES_AT: state.expiresAt,
    CLAVIS_BASE_URL: profile.apiBaseUrl === '' ? undefined : profile.apiBaseUrl,
  }
}

/**
 * Formats a token for another program, without a line break at the end.
 * @param env of the process; kubectl names the version that it wants in `KUBERNETES_EXEC_INFO`
 * @throws `token-response-invalid` if the token has spaces, control characters or others than ASCII
 * @throws `input-invalid` for `netrc` without a base address
 */
export function formatToken(
  format: TokenFormat,
  token: ReceivedToken,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const { profile, state } = token
  const text = printable(token.accessToken)
  switch (format) {
    case 'env':
      return Object.entries(tokenEnvironment(token))
        .map(([name, value]) => (value === undefined ? `unset ${name}` : `export ${name}=${shellWord(value)}`))
        .join('\n')
    case 'header':
      return `Authorization: Bearer ${text}`
    case 'curl-config':
      return `header = ${doubleQuoted(`Authorization: Bearer ${text}`)}`
    case 'netrc':
      return `machine ${hostOf(profile.apiBaseUrl)} login ${netrcWord(profile.clientId)} password ${netrcWord(text)}`
    case 'exec-credential':
      return JSON.stringify({
        apiVersion: execVersion(env['KUBERNETES_EXEC_INFO']),
        kind: 'ExecCredential',
        status: { token: text, expirationTimestamp: wholeSeconds(state.expiresAt) },
      })
    case 'json':
      return JSON.stringify({
        accessToken: text,
        tokenType: state.tokenType,
        expiresAt: state.expiresAt,
        lifetimeSeconds: state.lifetimeSeconds,
        ...(profile.apiBaseUrl === '' ? {} : { baseUrl: profile.apiBaseUrl }),
      })
  }
}

/** Returns what to know of a formatted token that its program would not say; undefined if there is nothing. */
export function noteOfFormat(format: TokenFormat, text: string): string | undefined {
  if (format !== 'netrc' || Buffer.byteLength(text) < maxNetrcLine) return undefined
  return 'The line has 4,096 bytes or more: curl ignores it and sends no token. For curl, use --format curl-config or header.'
}

/** Bytes that curl reads of a line of netrc, with its line break. */
const maxNetrcLine = 4095

/** A token is visible ASCII (RFC 6750, section 2.1); anything else could become another header or command. */
function printable(accessToken: string): string {
  if (/^[\u0021-\u007E]+$/u.test(accessToken)) return accessToken
  throw new ClavisError('token-response-invalid', 'The token has characters that no header can carry.', {
    hint: 'Look at it with --explain, and report it to the service.',
  })
}

/** Quotes as curl reads it in its configuration and in netrc, e.g. `a"b` as `"a\"b"`. */
function doubleQuoted(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`
}

/** Older programs read no quotes, so only what needs them has some. */
function netrcWord(text: string): string {
  return /["'\\#\s]/u.test(text) ? doubleQuoted(text) : text
}

/** curl looks up an IPv6 address without brackets. */
function hostOf(apiBaseUrl: string): string {
  if (apiBaseUrl !== '') return new URL(apiBaseUrl).hostname.replaceAll(/[[\]]/gu, '')
  throw new ClavisError(
    'input-invalid',
    'The profile has no API base address, which names the host of a netrc entry.',
    {
      hint: 'Set it with “profile set PROFILE apiBaseUrl=…”, or choose another format.',
    },
  )
}

/** kubectl reads RFC 3339; without fractions it is what its own tools write. */
function wholeSeconds(instant: string): string {
  return instant.replace(/\.\d+Z$/u, 'Z')
}

const execVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']

/** The version that kubectl asks for, because it refuses another; v1 if it asks for none. */
function execVersion(info: string | undefined): string {
  const asked = execVersions.find((version) => info?.includes(`"${version}"`) === true)
  return asked ?? 'client.authentication.k8s.io/v1'
}
