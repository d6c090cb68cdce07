import { writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { runCommand, runOnScreen, type CommandOutcome } from './testing/command-run.ts'

/** Matches characters that control a terminal or are invisible, except line breaks and tabs. */
const unsafe = /[^\P{Cc}\n\t]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

/** Sets a title, clears the screen, overwrites its line, reverses text, and hides. */
const hostile =
  'x\u001B]0;pwned\u0007\u001B[2J\rclavis: ok\u009B1A\u202Etxt\u2066\u200B\u2028\u{E0041}\nclavis: all is well'

let services: TestServices
let server: LoopbackServer
let profileName: string

const answer: RequestListener = (request, response) => {
  const json = (status: number, value: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  if (request.url === '/token')
    json(200, { access_token: 'token-of-the-test', token_type: 'Bearer', expires_in: 600, scope: hostile })
  else if (request.url === '/refused') json(400, { error: hostile, error_description: hostile })
  else if (request.url === '/api/plain') response.writeHead(200, { 'content-type': 'text/plain' }).end(hostile)
  else json(500, { error: hostile })
}

beforeEach(async () => {
  services = await startTestServices()
  server = await startLoopbackServer(answer)
  profileName = ''
})
afterEach(async () => {
  await server.end()
  await services.end()
})

/** Creates a profile whose token requests succeed or are refused. */
async function makeProfile(path: 'token' | 'refused'): Promise<void> {
  const { id, name } = await services.newProfile({
    flavor: 'basic',
    tokenUrl: `${server.origin}/${path}`,
    apiBaseUrl: `${server.origin}/api`,
    clientAuthentication: 'client_secret_basic',
  })
  profileName = name
  expect(await runCommand(services.folder, 'secret-of-the-test', ['secret', 'set', name])).toMatchObject({ code: 0 })
  expect(id).not.toBe('')
}

/** Renames the stored profile to a name that only older versions accepted. */
async function renameStored(name: string): Promise<void> {
  const before = await services.profiles.find(profileName)
  await services.profiles.changeAll((all) =>
    all.map((each) => (each.profile.id === before.profile.id ? { ...each, profile: { ...each.profile, name } } : each)),
  )
  profileName = name
}

function expectHarmless({ out, error }: CommandOutcome): void {
  expect(unsafe.exec(out)?.input ?? '').toBe('')
  expect(unsafe.exec(error)?.input ?? '').toBe('')
}

test('Terminal output: a refusal by the service is on one line with visible control characters', async () => {
  await makeProfile('refused')
  for (const args of [
    ['token', profileName],
    ['token', profileName, '--explain'],
    ['doctor', profileName],
  ]) {
    const outcome = await runOnScreen(services.folder, args)
    expectHarmless(outcome)
    expect(outcome.out + outcome.error).toContain(String.raw`x\u001B]0;pwned\u0007`)
    expect(outcome.out + outcome.error).not.toMatch(/^clavis: all is well/mu)
  }
})

test('clavis token: prints the fields of a token with visible control characters, and unchanged in JSON', async () => {
  await makeProfile('token')
  const seen = await runOnScreen(services.folder, ['token', profileName])
  expect(seen.out).toContain('Scopes: ')
  expectHarmless(seen)
  const json = await runCommand(services.folder, '', ['--json', 'token', profileName])
  expectHarmless(json)
  const { scopes } = JSON.parse(json.out) as { scopes: string[] }
  expect(scopes.join(' ')).toMatch(unsafe)
})

test('clavis call: prints a response body unchanged to a program, with visible control characters to a terminal', async () => {
  await makeProfile('token')
  const args = ['call', profileName, 'plain']
  expect(await runCommand(services.folder, '', args)).toMatchObject({ code: 0, out: `${hostile}\n` })
  const seen = await runOnScreen(services.folder, args)
  expectHarmless(seen)
  expect(seen.out).toContain(String.raw`\u001B[2J\u000Dclavis: ok\u009B1A\u202Etxt`)
  const json = await runCommand(services.folder, '', ['--json', ...args])
  expectHarmless(json)
  expect((JSON.parse(json.out) as { body: string }).body).toBe(hostile)
})

test('Profile names: are shown with visible control characters; new ones with such characters are refused', async () => {
  await makeProfile('token')
  await renameStored(`Live${hostile}`)
  const listed = await runOnScreen(services.folder, ['profile', 'list'])
  expectHarmless(listed)
  expect(listed.out.trim().split('\n')).toHaveLength(2)
  expect(listed.out).toContain(String.raw`Livex\u001B]0;pwned`)
  expectHarmless(await runOnScreen(services.folder, ['token', profileName]))

  const entry = { environment: 'mock', clientId: 'acme', tokenUrl: `${server.origin}/token` }
  const file = join(services.folder, 'profiles-to-import.json')
  for (const name of ['a\u202Eb', 'a\u001B[2Jb', 'a\u200Bb', 'a\nb', 'a\u{E0041}b']) {
    await writeFile(file, JSON.stringify({ clavis: 1, profiles: [{ ...entry, name }] }))
    const refused = await runOnScreen(services.folder, ['profile', 'import', file])
    expect([name, refused.code]).toEqual([name, 65])
    expect(refused.error).toContain('characters that cannot be seen')
    expectHarmless(refused)
    const { id } = (await services.profiles.list())[0]?.profile ?? { id: '' }
    await expect(services.profiles.duplicate(id, name)).rejects.toMatchObject({ code: 'input-invalid' })
  }
  // A profile with such a name can still be changed.
  const { profile } = (await services.profiles.list())[0] ?? { profile: undefined }
  await services.profiles.changeSettings(profile?.id ?? '', (settings) => ({ ...settings, audience: 'other' }))
})

test('Terminal output: arguments are printed with visible control characters', async () => {
  for (const args of [
    [hostile],
    ['token', hostile],
    ['profile', 'list', `--${hostile}`],
    ['profile', 'import', hostile],
  ]) {
    const outcome = await runOnScreen(services.folder, args)
    expect(outcome.code).not.toBe(0)
    expectHarmless(outcome)
  }
})
