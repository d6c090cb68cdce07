import { mkdtemp, readFile, rm, stat, writeFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withoutAsking } from '../../confirmation.ts'
import { writeDocument } from '../../store/stored-document.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, runOnTerminal, type CommandOutcome } from '../testing/command-run.ts'

let home: TestServices
let other: TestServices
let folder: string
const passphrase = 'sturdy violin crater moss\n'
const tokenUrl = 'https://auth.example.com/token'

beforeEach(async () => {
  home = await startTestServices()
  other = await startTestServices()
  folder = await mkdtemp(join(tmpdir(), 'clavis-backup-'))
})
afterEach(async () => {
  await home.end()
  await other.end()
  await rm(folder, { recursive: true, force: true })
})

const clavis = (services: TestServices, input: string, ...args: string[]): Promise<CommandOutcome> =>
  runCommand(services.folder, input, ['backup', ...args])

test('clavis backup: moves a profile from one data folder to another', async () => {
  const { id } = await home.newProfile({ tokenUrl, name: 'Acme' })
  await home.activateCredential(id)
  const file = join(folder, 'acme.clavis-backup')
  expect(await clavis(home, passphrase, 'create', 'Acme', '--out', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Wrote 1 profile with 1 key and 0 client secrets to ${file}.`),
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await home.credentials.destroySecretsOf(id)

  const wrong = await clavis(other, 'another horse battery staple', 'restore', file)
  expect(wrong).toMatchObject({ code: 65, out: '', error: expect.stringContaining('backup-passphrase-wrong') })
  expect((await clavis(other, passphrase, 'show', file)).out).toMatch(
    /^PROFILE .*\nAcme +Client Testing +1 of 1 key +not on this computer\n\nCreated: \S+Z\n\nAcme:\n {2}Hosts: auth\.example\.com\n$/u,
  )
  expect(await clavis(other, passphrase, 'restore', file)).toMatchObject({
    code: 0,
    out: 'Restored Acme with 1 key.\n',
  })
  expect((await other.credentials.signingKeys.active(await other.profiles.get(id))).credential.state).toBe('active')
  expect((await clavis(other, passphrase, 'restore', file)).out).toContain('Nothing to restore')
})

test('clavis backup create: reports the backup as written if its date can’t be stored', async () => {
  const { id } = await home.newProfile({ tokenUrl, name: 'Acme' })
  await home.activateCredential(id)
  await home.profiles.database.change(({ sql }) => writeDocument(sql, 'backups', 'damaged'))
  const file = join(folder, 'acme.clavis-backup')
  expect(await clavis(home, passphrase, 'create', 'Acme', '--out', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Wrote 1 profile with 1 key and 0 client secrets to ${file}.`),
    error: expect.stringContaining('clavis: The date of this backup could not be stored: '),
  })
  expect(await clavis(other, passphrase, 'restore', file)).toMatchObject({ code: 0 })
})

test('clavis backup create: overwrites an existing file only with --force, and writes nothing for a weak passphrase', async () => {
  await home.newProfile({ tokenUrl, name: 'Acme' })
  const file = join(folder, 'there')
  await writeFile(file, 'as it was')
  const refused = await clavis(home, passphrase, 'create', '--out', file)
  expect(refused).toMatchObject({ code: 65, error: expect.stringContaining('already exists') })
  expect(await clavis(home, 'short', 'create', '--out', file, '--force')).toMatchObject({ code: 65 })
  expect(await readFile(file, 'utf8')).toBe('as it was')
  expect(await clavis(home, passphrase, 'create', '--out', file, '--force')).toMatchObject({ code: 0 })
  expect(await readFile(file, 'utf8')).toContain('clavisBackup')
})

test('clavis backup restore: restores the chosen profiles, whatever conflicts the others have', async () => {
  for (const name of ['One', 'Two', 'Three']) await home.newProfile({ tokenUrl, name })
  const file = join(folder, 'three')
  await clavis(home, passphrase, 'create', '--out', file)
  await other.newProfile({ tokenUrl, name: 'One' })
  const unknown = await clavis(other, passphrase, 'restore', file, 'Two', 'Four')
  expect(unknown).toMatchObject({ code: 65, error: expect.stringContaining('no profile “Four”') as string })
  expect(await clavis(other, passphrase, 'restore', file, 'Three')).toMatchObject({
    ...{ code: 0, out: 'Restored Three with 0 keys.\n' },
  })
  expect((await other.profiles.list()).map(({ profile }) => profile.name)).toEqual(['One', 'Three'])
})

test('clavis backup restore: requires a decision for conflicting profiles and confirmation for Production ones', async () => {
  const { id } = await home.newProfile({ tokenUrl, name: 'Live', environment: 'production' })
  const file = join(folder, 'live')
  const unconfirmed = await clavis(home, passphrase, 'create', '--out', file)
  expect(unconfirmed).toMatchObject({ code: 65, error: expect.stringContaining('--confirm "Live"') as string })
  expect(await readdir(folder)).toEqual([])
  await clavis(home, passphrase, 'create', '--out', file, '--confirm', 'Live')
  await home.profiles.changeSettings(id, (settings) => ({ ...settings, scopes: 'changed' }), withoutAsking)
  const scopes = async (name: string): Promise<string> => (await home.profiles.find(name)).profile.scopes

  const undecided = await clavis(home, passphrase, 'restore', file)
  expect(undecided).toMatchObject({
    code: 65,
    error: expect.stringContaining('conflict with profiles on this computer: Live'),
  })
  expect((await clavis(home, passphrase, 'restore', file, '--skip-existing')).code).toBe(0)
  expect((await clavis(home, passphrase, 'restore', file, '--replace')).error).toContain('not-confirmed')
  expect((await clavis(home, passphrase, 'restore', file, '--replace', '--confirm', 'live')).code).toBe(65)
  expect((await clavis(home, passphrase, 'restore', file, '--replace', '--rename')).code).toBe(64)
  expect(await scopes('Live')).toBe('changed')
  expect((await clavis(home, passphrase, 'restore', file, '--rename')).error).toContain('--confirm "Live 2"')
  expect((await clavis(home, passphrase, 'restore', file, '--rename', '--confirm', 'Live 2')).out).toBe(
    'Restored Live 2 with 0 keys.\n',
  )
  expect(await scopes('Live 2')).toBe('')
  expect((await clavis(home, passphrase, 'restore', file, '--replace', '--confirm', 'Live')).out).toBe(
    'Replaced Live with 0 keys.\n',
  )
  expect(await scopes('Live')).toBe('')
})

test.each([
  ['Ctrl+C', '\u0003', { code: 130, error: 'New passphrase: \n' }],
  ['Ctrl+C after some of it', 'horse\u0003', { code: 130, error: 'New passphrase: \n' }],
  ['Ctrl+D', '\u0004', { code: 65, error: expect.stringContaining('No secret on standard input') as string }],
])('clavis backup create: %s at a passphrase prompt is no internal error', async (_keys, typed, outcome) => {
  await home.newProfile({ tokenUrl, name: 'Acme' })
  const file = join(folder, 'typed')
  expect(await runOnTerminal(home.folder, [typed], ['backup', 'create', '--out', file])).toMatchObject(outcome)
  const again = await runOnTerminal(home.folder, [passphrase.trim(), typed], ['backup', 'create', '--out', file])
  expect(again.code).toBe(outcome.code)
  expect(await readdir(folder)).not.toContain('typed')
})

test('clavis backup create: asks for the passphrase twice and does not echo it', async () => {
  await home.newProfile({ tokenUrl, name: 'Acme' })
  const file = join(folder, 'typed')
  const create = ['backup', 'create', '--out', file]
  const words = passphrase.trim()
  const slip = await runOnTerminal(home.folder, [words, `${words}x`], create)
  expect(slip).toMatchObject({ code: 65, error: expect.stringContaining('Passphrases don’t match.') })
  const typed = await runOnTerminal(home.folder, [words, words], create)
  expect(typed).toMatchObject({ code: 0 })
  expect(typed.out + typed.error).not.toContain('horse')
  expect(await runOnTerminal(other.folder, [words], ['backup', 'show', file])).toMatchObject({ code: 0 })
})
