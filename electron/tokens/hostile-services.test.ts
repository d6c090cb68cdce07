import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { tokenStateSchema } from '#shared/tokens/token.ts'
import type { ProxyChoice } from '../http/connection/proxy-choice.ts'
import type { HttpRequest } from '../http/http-message.ts'
import { Secret } from '../keychain/secret.ts'
import { builtProgram } from '../testing/built-program.ts'
import { expectNoStall } from '../testing/stall-watch.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

// What a service or a proxy can do to a client. Each ends in a typed error, within bounds of time and
// memory, and without holding up main.

/** Short, but long enough for responses at full speed. */
const limits = { connect: 1000, headers: 1000, body: 1000, whole: 10_000, firstPause: 5 }

/** Maximum additional memory for a response, bytes: a few times the largest one (64 MiB). */
const maxMemory = 320 * 1024 * 1024

let server: ChildProcess
let origin: string
let services: TestServices
let profileId: string

beforeAll(async () => {
  const program = fileURLToPath(builtProgram('hostile-server'))
  server = spawn(process.execPath, [program], { stdio: 'pipe' })
  if (server.stdout === null) throw new Error('no output')
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  origin = `http://127.0.0.1:${Number(port.toString())}`
  services = await startTestServices({ limits })
  profileId = (await services.newProfile({ flavor: 'basic', tokenUrl: `${origin}/silence` })).id
  await services.credentials.clientSecrets.set(profileId, Secret.fromText('hush'))
})
afterAll(async () => {
  await services.end()
  server.stdin?.end()
})

/** Does something and watches how much memory it takes. */
async function within<T>(work: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  try {
    let answer: T | undefined
    await expectNoStall('a response', async () => (answer = await work()))
    return answer as T
  } finally {
    clearInterval(watch)
    expect(Math.max(most, process.memoryUsage().rss) - before).toBeLessThan(maxMemory)
  }
}

/** The code of what a token request to a behavior fails with. */
async function requestToken(behavior: string): Promise<ErrorCode> {
  await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, tokenUrl: `${origin}/${behavior}` }))
  return within(async () => {
    const error: unknown = await services.tokens.get(profileId, { renew: true }).catch((failure: unknown) => failure)
    const [exchange] = services.tokens.requestLog.list(profileId)
    // What is stored and displayed of it is short.
    expect(JSON.stringify([exchange, services.tokens.state(profileId)]).length).toBeLessThan(100_000)
    if (!(error instanceof ClavisError)) throw new Error(`no typed error: ${String(error)}`)
    expect(error.message.length).toBeLessThan(2000)
    return error.code
  })
}

/** The code of a typed error; anything else is a fault, in words. */
function codeOf(error: unknown): string {
  return error instanceof ClavisError ? error.code : `no typed error: ${String(error)}`
}

const get = (url: string, proxy: ProxyChoice = { kind: 'none' }, more: Partial<HttpRequest> = {}): HttpRequest => ({
  ...{ method: 'GET', url, headers: {}, retry: 'only-without-response', authorities: [], proxy },
  ...{ purpose: { kind: 'call', what: 'A test', agreement: 'api' }, ...more },
})

describe('a token endpoint', () => {
  test.each<[string, ErrorCode]>([
    ['endless-headers', 'response-too-large'],
    ['endless-header', 'response-too-large'],
    ['another-protocol', 'network-interrupted'],
    ['no-http', 'network-interrupted'],
    ['endless-body', 'response-too-large'],
    ['gzip-bomb', 'response-too-large'],
    ['brotli-bomb', 'response-too-large'],
    ['nested-bomb', 'response-too-large'],
    ['many-codings', 'response-encoding-unsupported'],
    ['invalid-chunk', 'network-interrupted'],
    ['endless-trailers', 'response-too-large'],
    ['early-close', 'network-interrupted'],
    ['early-close-of-chunks', 'network-interrupted'],
    ['close-in-head', 'network-interrupted'],
    ['two-lengths', 'network-interrupted'],
    ['length-and-chunks', 'network-interrupted'],
    ['negative-length', 'network-interrupted'],
    ['redirect', 'redirect-refused'],
    ['redirect-flood', 'redirect-refused'],
    ['enormous-json', 'response-too-large'],
    ['deep-json', 'response-too-large'],
    ['deepest-json', 'response-too-large'],
    ['huge-fields', 'token-response-invalid'],
    ['huge-error', 'token-refused'],
  ])('Token endpoint: with %s gets %s', async (behavior, code) => {
    expect(await requestToken(behavior)).toBe(code)
  })

  test.each(['deep-claims', 'many-scopes'])('Token endpoint: with %s gets a small token state', async (behavior) => {
    await services.profiles.changeSettings(profileId, (settings) => ({
      ...{ ...settings, tokenUrl: `${origin}/${behavior}` },
    }))
    const state = await within(() => services.tokens.get(profileId, { renew: true }))
    expect(tokenStateSchema.parse(state)).toMatchObject({ kind: 'held' })
    expect(JSON.stringify(state).length).toBeLessThan(50_000)
  })
})

describe('a service', () => {
  test.each<[string, ErrorCode | number]>([
    ['endless-body', 'response-too-large'],
    ['gzip-bomb', 'response-too-large'],
    ['brotli-bomb', 'response-too-large'],
    ['longer-than-declared', 2],
    ['deepest-json', 60 * 1024 * 1024],
  ])('Hostile service: with %s gets %s', async (behavior, outcome) => {
    const sent = services.http.send(get(`${origin}/${behavior}`))
    const met = within(() => sent.then(({ body }) => body.size, codeOf))
    expect(await met).toBe(outcome)
  })

  test('Hostile service: each request that would wait forever ends at its limit', async () => {
    const waits = [
      ...['silence', 'dripping-head', 'dripping-hints', 'endless-hints', 'dripping-body'],
      ...['endless-chunk-size', 'endless-chunk-extension'],
    ]
    const outcomes = await within(() =>
      Promise.all(
        waits.map((behavior) =>
          services.http.send(get(`${origin}/${behavior}`, undefined, { timeLimit: 1500 })).then(
            ({ status }) => String(status),
            (error: unknown) => `${behavior}: ${codeOf(error)}`,
          ),
        ),
      ),
    )
    expect(outcomes).toEqual(waits.map((behavior) => `${behavior}: network-timeout`))
  })
})

describe('a proxy', () => {
  test('Hostile proxy: one that would wait forever is named, or ends at its limit', async () => {
    const expected: Readonly<Record<string, ErrorCode>> = {
      silence: 'network-timeout',
      'dripping-head': 'network-timeout',
      'dripping-hints': 'network-proxy',
      'endless-hints': 'network-proxy',
      'endless-headers': 'response-too-large',
      'no-http': 'network-interrupted',
      'close-in-head': 'network-interrupted',
      redirect: 'network-proxy',
    }
    const proxy: ProxyChoice = { kind: 'own', address: origin, user: '', exceptions: '', profileId }
    const more = { timeLimit: 4000 }
    const outcomes = await within(() =>
      Promise.all(
        Object.keys(expected).map(async (behavior) => {
          const sent = services.http.send(get(`https://${behavior}.example.com/`, proxy, more))
          return [behavior, await sent.then(({ status }) => status, codeOf)] as const
        }),
      ),
    )
    expect(Object.fromEntries(outcomes)).toEqual(expected)
  })
})

describe('TLS', () => {
  test('Hostile service: a TLS handshake that never ends is given up', async () => {
    // The server waits for a plain-text request, not a handshake.
    const url = `https://${new URL(origin).host}/silence`
    expect(await within(() => services.http.send(get(url, undefined, { timeLimit: 1500 })).catch(codeOf))).toBe(
      'network-timeout',
    )
  })
})
