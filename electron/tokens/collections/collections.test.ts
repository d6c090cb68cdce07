import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { bruToJsonV2, collectionBruToJson } from '@usebruno/lang'
import postman, { type Collection, type Request, type VariableScope } from 'postman-collection'
import { expect, test } from 'vitest'
import { environments } from '#shared/profiles/environment.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { writeNewFolder } from '../../files/separate-files.ts'
import { brunoCollection } from './bruno-collection.ts'
import { collectionOf, confirmCollection } from './collection-requests.ts'
import { postmanCollection } from './postman-collection.ts'

// Both are parsed by the packages of the programs that open them.

/** A name that a shell, JavaScript, JSON and a Bruno file each read otherwise. */
const oddName = `-Söhne's "\\prod" }{ $(id) \`x\` \${y} {{z}}`

function profileOf(changes: Partial<ProfileSettings> = {}): Profile {
  return {
    ...defaultProfileSettings('jwt'),
    ...{ name: oddName, environment: 'client-testing', clientId: 'acme-client', kid: 'acme-kid', scopes: 'acme-scope' },
    tokenUrl: 'https://token.example.com/oauth/token',
    ...{
      apiBaseUrl: 'https://api.example.com/v1/',
      reportsBaseUrl: 'https://reports.example.com/v1',
      helloPath: '/hi',
    },
    extraTokenParameters: { tenant: 'acme-tenant' },
    ...{ id: 'sample', practice: false, revision: 1, createdAt: '', updatedAt: '' },
    ...changes,
  }
}

/** What only Clavis needs to know: the token request, which neither program makes. */
const keptOut = /acme-client|acme-kid|acme-scope|acme-tenant|token\.example\.com|CLIENT_SECRET|PRIVATE KEY/u

function brunoFiles(changes: Partial<ProfileSettings> = {}): Record<string, string> {
  const files = brunoCollection(collectionOf(profileOf(changes)))
  return Object.fromEntries(files.map(({ fileName, content }) => [fileName, content]))
}

function postmanOf(changes: Partial<ProfileSettings> = {}): Collection {
  const text = postmanCollection(collectionOf(profileOf(changes)))
  return new postman.Collection(JSON.parse(text))
}

function postmanScript(changes: Partial<ProfileSettings> = {}): string {
  return postmanOf(changes).events.listeners('prerequest')[0]?.script.toSource() ?? ''
}

test('Bruno collection: Bruno’s parser reads the addresses, the token and each request', () => {
  const files = brunoFiles()
  expect(JSON.parse(files['bruno.json'] ?? '')).toEqual({
    ...{ version: '1', name: oddName, type: 'collection' },
    scripts: { moduleWhitelist: ['child_process'] },
  })
  const { auth, vars, headers, script } = collectionBruToJson(files['collection.bru'] ?? '')
  expect(auth).toEqual({ mode: 'bearer', bearer: { token: '{{clavisAccessToken}}' } })
  expect(headers).toMatchObject([{ name: 'Accept', value: 'application/json', enabled: true }])
  expect(vars?.req).toMatchObject([
    { name: 'clavisApiBaseUrl', value: 'https://api.example.com/v1' },
    { name: 'clavisReportsBaseUrl', value: 'https://reports.example.com/v1' },
  ])
  expect(script?.req).toContain(
    `execFileSync('clavis', ${JSON.stringify(['token', '--format', 'json', '--', oddName])}`,
  )

  const requests = Object.entries(files).filter(([name]) => name !== 'bruno.json' && name !== 'collection.bru')
  expect(requests.map(([, text]) => bruToJsonV2(text))).toMatchObject([
    {
      meta: { name: 'Hello world', type: 'http' },
      http: { method: 'get', url: '{{clavisApiBaseUrl}}/hi', auth: 'inherit' },
    },
    {
      ...{ meta: { name: 'Reports' }, http: { url: '{{clavisReportsBaseUrl}}/reports' } },
      headers: [{ name: 'next', value: '', enabled: false }],
    },
    { meta: { name: 'Report configurations' }, http: { url: '{{clavisReportsBaseUrl}}/report-configs' } },
    { meta: { name: 'Reporting groups' }, http: { url: '{{clavisReportsBaseUrl}}/reporting-groups' } },
  ])
})

test('Postman collection: Postman’s package reads the addresses, the token and each request', () => {
  const collection = postmanOf()
  expect(collection.name).toBe(oddName)
  expect(collection.auth?.parameters().get('token')).toBe('{{clavisAccessToken}}')
  expect(collection.variables.toObject()).toEqual({
    clavisApiBaseUrl: 'https://api.example.com/v1',
    clavisReportsBaseUrl: 'https://reports.example.com/v1',
    clavisAccessToken: '',
  })
  const requests: Request[] = []
  collection.forEachItem(({ request }) => requests.push(request))
  expect(requests.map(({ method, url }) => `${method} ${url.toString()}`)).toEqual([
    'GET {{clavisApiBaseUrl}}/hi',
    'GET {{clavisReportsBaseUrl}}/reports',
    'GET {{clavisReportsBaseUrl}}/report-configs',
    'GET {{clavisReportsBaseUrl}}/reporting-groups',
  ])
  expect(requests[1]?.headers.toObject(true)).toEqual({ accept: 'application/json' })
  expect(requests[1]?.headers.one('next')?.disabled).toBe(true)
})

test('Collections: contain no secret and nothing of the token request', () => {
  for (const clientAuthentication of ['private_key_jwt', 'client_secret_basic', 'tls_client_auth'] as const) {
    expect(JSON.stringify(brunoFiles({ clientAuthentication }))).not.toMatch(keptOut)
    expect(postmanCollection(collectionOf(profileOf({ clientAuthentication })))).not.toMatch(keptOut)
  }
})

test('Collections: an address that the profile lacks has neither variable nor request', () => {
  expect(Object.keys(brunoFiles({ reportsBaseUrl: '' }))).toEqual(['bruno.json', 'collection.bru', 'Hello world.bru'])
  const { vars } = collectionBruToJson(brunoFiles({ apiBaseUrl: '', reportsBaseUrl: '' })['collection.bru'] ?? '')
  expect(vars).toBeUndefined()
  const names: string[] = []
  postmanOf({ apiBaseUrl: '' }).forEachItem(({ name }) => names.push(name))
  expect(names).toEqual(['Reports', 'Report configurations', 'Reporting groups'])
})

test('Collections: with an open local address they call that, and get no token', () => {
  const local = collectionOf(profileOf({ environment: 'production' }), 'http://127.0.0.1:9/secret')
  expect(local.addresses.map(({ value }) => value)).toEqual([
    'http://127.0.0.1:9/secret',
    'http://127.0.0.1:9/secret/~reports',
  ])
  const written = [postmanCollection(local), ...brunoCollection(local).map(({ content }) => content)].join('\n')
  expect(written).not.toMatch(/accessToken|bearer|clavis token|confirm/iu)
  expect(postmanCollection(collectionOf(profileOf()))).toMatch(/bearer/u)
})

test('Collections: the one of a Production profile agrees to showing its token by its name', () => {
  const tokenArguments = (environment: Profile['environment']): readonly string[] | undefined =>
    collectionOf(profileOf({ name: 'Acme', environment })).tokenArguments
  expect(tokenArguments('production')).toEqual(['token', '--confirm=Acme', '--format', 'json', '--', 'Acme'])
  expect(tokenArguments('client-testing')).not.toContain('--confirm=Acme')
})

test('Collections: main asks before the one of a Production profile is saved', async () => {
  const asked: string[] = []
  const confirm = ({ message }: Confirmation): Promise<void> => {
    asked.push(message)
    return Promise.resolve()
  }
  for (const environment of environments) await confirmCollection(profileOf({ name: 'Acme', environment }), confirm)
  expect(asked).toEqual(['Save a collection that gets tokens of a Production profile?'])
})

/** What a person's environment and Newman's data have, and what was pasted into the collection's variable. */
interface Values {
  readonly environment?: Record<string, string>
  readonly data?: Record<string, string>
  readonly pasted?: string
}

/**
 * Runs the script that Postman runs before each request, with scopes of its own package.
 * @returns the token that the request has then
 */
function runBeforeRequest(
  { environment = {}, data = {}, pasted = '' }: Values,
  changes?: Partial<ProfileSettings>,
): unknown {
  const scope = (values: Record<string, unknown>): VariableScope =>
    new postman.VariableScope({ values: Object.entries(values).map(([key, value]) => ({ key, value })) })
  const collection = scope({ ...postmanOf(changes).variables.toObject(), clavisAccessToken: pasted })
  // In the order in which Postman looks a variable up: local, data, environment, collection.
  const [local, ...others] = [scope({}), scope(data), scope(environment), collection]
  const get = (name: string): unknown => [local, ...others].find((each) => each.has(name))?.get(name)
  const run = runInThisContext(`(function (pm) {\n${postmanScript(changes)}\n})`) as (pm: object) => void
  run({ variables: { get, set: (name: string, value: string) => local.set(name, value) }, iterationData: others[0] })
  return get(String(postmanOf(changes).auth?.parameters().get('token')).slice(2, -2))
}

const jwt = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`

test('Postman collection: its script fails without a token, and says the command that gives it one', () => {
  expect(() => runBeforeRequest({}, { name: 'Acme' })).toThrow(
    "There is no token. Postman can’t run clavis. In a shell: (echo '['; clavis token --format json -- Acme; echo ']') | newman run FILE -d /dev/stdin.",
  )
  expect(() => runBeforeRequest({})).toThrow(
    `-- '-Söhne'\\''s "\\prod" }{ $(id) \`x\` \${y} {{z}}'; echo ']') | newman run FILE`,
  )
})

test('Postman collection: its script fails with an expired token only, of which a JWT’s own expiry counts first', () => {
  const now = Date.now() / 1000
  const [past = '', future = ''] = [now - 1, now + 60].map((seconds) => new Date(seconds * 1000).toISOString())
  for (const expired of [
    { data: { accessToken: 'opaque', expiresAt: past } },
    { data: { accessToken: jwt({ exp: now - 1 }), expiresAt: future } },
    { pasted: jwt({ exp: now - 1 }) },
  ])
    expect(() => runBeforeRequest(expired)).toThrow('The token has expired. Postman can’t run clavis.')
  for (const valid of [
    { data: { accessToken: 'opaque', expiresAt: future } },
    { data: { accessToken: jwt({ exp: now + 60 }), expiresAt: past } },
    { data: { accessToken: jwt({ exp: 'soon' }), expiresAt: future } },
    { pasted: jwt({ exp: now + 60, name: '߿ÿ?>' }) },
    { pasted: jwt({}) },
    { pasted: 'opaque' },
  ])
    expect(runBeforeRequest(valid)).toBe(valid.pasted ?? valid.data.accessToken)
})

test('Postman collection: variables that a person has do not take the place of its own', () => {
  const past = new Date(0).toISOString()
  const environment = { accessToken: 'theirs', expiresAt: past, apiBaseUrl: 'https://evil.example', token: 'theirs' }
  expect(runBeforeRequest({ environment, pasted: 'own' })).toBe('own')
  expect(runBeforeRequest({ environment, data: { accessToken: 'passed' } })).toBe('passed')
  expect(() => runBeforeRequest({ environment })).toThrow('There is no token.')
  const own = Object.keys(postmanOf().variables.toObject())
  expect(own.filter((name) => !name.startsWith('clavis'))).toEqual([])
})

test('writeNewFolder: overwrites nothing', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'clavis-collections-'))
  try {
    const file = (content: string): { fileName: string; content: string }[] => [{ fileName: 'a.bru', content }]
    expect(await writeNewFolder(parent, 'acme-bruno', file('first'))).toBe('acme-bruno')
    expect(await writeNewFolder(parent, 'acme-bruno', file('second'))).toBe('acme-bruno-2')
    expect(await readFile(join(parent, 'acme-bruno', 'a.bru'), 'utf8')).toBe('first')
    expect(await readdir(parent)).toEqual(['acme-bruno', 'acme-bruno-2'])
    await expect(writeNewFolder(join(parent, 'missing'), 'acme-bruno', [])).rejects.toMatchObject({
      code: expect.stringMatching(/^disk-/u) as string,
    })
  } finally {
    await rm(parent, { recursive: true })
  }
})
