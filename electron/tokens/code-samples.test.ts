import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import { codeSample, type SampleLanguage } from '#shared/tokens/code-samples.ts'
import { sampleFiles, sampleRequest } from '#shared/tokens/sample-request.ts'
import { tokenParameters } from '#shared/tokens/token-parameters.ts'
import { opensslKey } from '../practice/testing/openssl.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'
import { assertionClaims, backDatingSeconds } from './assertion.ts'
import { encodeForm } from './token-request.ts'

// The samples that people copy are run as they are.

type Tab = 'mock' | 'client-testing' | 'legacy'

/** Number of records: two pages. */
const records = 600

let practice: RunningService
let folder: string
let thumbprint: string
/** The system's, whose package is installed with the tests'. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const commands: Readonly<Record<'curl' | 'Node' | 'Python', readonly [program: string, file: string]>> = {
  curl: ['sh', 'get-token.sh'],
  Node: [process.execPath, 'get-token.mjs'],
  Python: [python, 'get_token.py'],
}
const languages = (Object.keys(commands) as (keyof typeof commands)[]).filter(isInstalled)

/** Python alone needs a package that not everyone has. */
function isInstalled(language: SampleLanguage): boolean {
  if (language !== 'Python') return true
  try {
    execFileSync(python, ['-c', 'import cryptography'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeAll(async () => {
  practice = await startInNewFolder({ records, isAwkward: true })
  folder = await mkdtemp(join(tmpdir(), 'clavis-samples-'))
  const { keyPem, requestPem } = await opensslKey('/CN=Sample')
  const path = (name: keyof typeof sampleFiles): string => join(folder, sampleFiles[name])
  await writeFile(path('key'), keyPem)
  const { certificate } = await practice.portal.sign(requestPem, 30)
  await writeFile(path('certificate'), certificate)
  await writeFile(path('authorities'), await practice.portal.authority())
  const [shown] = await practice.portal.upload('client-testing', [certificate])
  await practice.portal.upload('legacy', [certificate])
  thumbprint = shown?.thumbprint ?? ''
})
afterAll(async () => {
  await practice[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function profileOf(tab: Tab, changes: Partial<ProfileSettings> = {}): Promise<Profile> {
  const { tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, audience = '' } = await practice.portal.tab(tab)
  const flavor = tab === 'mock' ? 'basic' : tab === 'legacy' ? 'legacy' : 'jwt'
  return {
    ...{ ...defaultProfileSettings(flavor), name: 'Sample', tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, audience },
    environment: tab === 'mock' ? 'mock' : 'client-testing',
    certificateAuthorities: tokenUrl.startsWith('https:') ? [await practice.portal.authority()] : [],
    ...{ id: 'sample', practice: true, revision: 1, createdAt: '', updatedAt: '' },
    ...changes,
  }
}

/** Runs a profile's sample and returns what it prints. */
async function run(language: keyof typeof commands, profile: Profile): Promise<string> {
  const [program, file] = commands[language]
  await writeFile(join(folder, file), codeSample(language, sampleRequest(profile, thumbprint)))
  const { clientSecret = '' } = await practice.portal.tab('mock')
  const env = {
    ...process.env,
    CLIENT_SECRET: clientSecret,
    ...(profile.certificateAuthorities.length === 0 ? {} : { NODE_EXTRA_CA_CERTS: sampleFiles.authorities }),
  }
  return (await promisify(execFile)(program, [file], { cwd: folder, env, maxBuffer: 16_000_000 })).stdout
}

const cases: readonly (readonly [tab: Tab, what: string, changes: Partial<ProfileSettings>])[] = [
  ['mock', 'client_secret_basic', {}],
  ['mock', 'client_secret_post', { clientAuthentication: 'client_secret_post' }],
  ['client-testing', 'an assertion', {}],
  ['client-testing', 'an assertion with a jti and a scope', { includeJti: true, scopes: 'payments.read' }],
  ['legacy', 'mutual TLS', {}],
]

test.skipIf(!languages.includes('Python'))('Code samples: Python has the package cryptography they need', () => {
  expect(languages).toContain('Python')
})

test.each(languages.flatMap((language) => cases.map((each) => [language, ...each] as const)))(
  'Code samples: the sample for %s at %s with %s loads the list',
  async (language, tab, _what, changes) => {
    const printed = await run(language, await profileOf(tab, changes))
    // The shell sample shows one page, the others all of them.
    expect(printed).toContain('"sequence":900000000000000000')
    expect(printed.includes(`rep-${String(records - 1).padStart(8, '0')}`)).toBe(language !== 'curl')
  },
)

test('Code samples: without a reporting address, a sample calls the hello-world check', async () => {
  for (const language of languages)
    expect(await run(language, await profileOf('client-testing', { reportsBaseUrl: '' })), language).toContain(
      'Hello, world',
    )
})

test.each(languages)('Code samples: the one for %s sends the form and claims of Clavis', async (language) => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(body)
      response.end('{"access_token":"a.b.c","token_type":"Bearer","expires_in":60,"next":null,"lastPage":"true"}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const profile = await profileOf('client-testing', {
      reportsBaseUrl: origin,
      tokenUrl: `${origin}/it's-the-token$(1)%22`,
      clientId: 'acme’s "\\client"$HOME%s',
      scopes: 'payments.read payments.write',
      assertionLifetimeSeconds: 45,
      extraTokenParameters: { tenant: "acme & söhne's" },
    })
    await run(language, profile)
    const body = bodies[0] ?? ''
    const assertion = new URLSearchParams(body).get('client_assertion') ?? ''
    expect([...new URLSearchParams(body)]).toEqual([
      ...new URLSearchParams(encodeForm(tokenParameters(profile, assertion))),
    ])
    const [header, claims] = assertion.split('.').slice(0, 2).map(decoded)
    expect(header).toEqual({ alg: 'RS256', kid: thumbprint })
    // Clavis itself back-dates them.
    const now = ((claims as { iat: number }).iat + backDatingSeconds(45)) * 1000
    const { tokenUrl, clientId } = profile
    expect(Object.entries(claims ?? {})).toEqual(
      Object.entries(assertionClaims({ tokenUrl, clientId, lifetimeSeconds: 45, now, jti: undefined })),
    )
  } finally {
    server.close()
  }
})

test('Code samples: the one in Java has the same claims, and none has a secret', async () => {
  const java = codeSample('Java', sampleRequest(await profileOf('client-testing'), thumbprint))
  const names = Object.keys(assertionClaims({ clientId: '', tokenUrl: '', lifetimeSeconds: 1, now: 0, jti: undefined }))
  const [claims = ''] = /String claims[\s\S]*?;/u.exec(java) ?? []
  expect([...claims.matchAll(/\\"(?<name>\w+)\\":/gu)].map(({ groups }) => groups?.['name'])).toEqual(names)
  const { clientSecret = '' } = await practice.portal.tab('mock')
  for (const language of ['curl', 'Node', 'Python', 'Java'] as const)
    expect(codeSample(language, sampleRequest(await profileOf('mock'), undefined))).not.toContain(clientSecret)
})

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
