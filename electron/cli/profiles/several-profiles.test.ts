import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startInNewFolder, type RunningService } from '../../practice/testing/running-service.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

let practice: RunningService
let services: TestServices
const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', args)
const linesOf = ({ out }: CommandOutcome): string[] => out.trim().split('\n').toSorted()

beforeEach(async () => {
  practice = await startInNewFolder({ records: 3 })
  services = await startTestServices()
})
afterEach(async () => {
  await services.end()
  await practice[Symbol.asyncDispose]()
})

test('Several profiles: are set up and checked with one command each', async () => {
  const { tokenUrl, clientId, audience = '' } = await practice.portal.tab('client-testing')
  const merchants = ['Merchant 1', 'Merchant 2', 'Merchant live']
  for (const name of merchants)
    await services.newProfile({
      ...{ name, tokenUrl, clientId, audience },
      environment: name === 'Merchant live' ? 'production' : 'client-testing',
    })
  expect(linesOf(await clavis('key', 'create', '--match', 'Merchant *', '--jobs', '2'))).toEqual(
    merchants.map((name) => expect.stringMatching(`^${name}: Created a 2048-bit RSA key`) as string),
  )

  const folder = join(services.folder, 'csrs')
  const template = ['--subject-template', 'CN={name},O=Acme']
  const requested = await clavis('--json', 'csr', '--all', ...template, '--out-dir', folder)
  expect(requested).toMatchObject({ code: 0, error: '' })
  expect(JSON.parse(requested.out)).toMatchObject(
    merchants.map((profile) => ({ profile, value: { request: { subject: { commonName: profile } } } })),
  )
  expect(await readdir(folder)).toHaveLength(3)
  const unknown = await clavis('csr', '--all', '--subject-template', 'CN={nam}', '--out-dir', folder)
  expect(unknown).toMatchObject({ code: 65, out: expect.stringContaining('FAILED input-invalid') as string })

  const files: string[] = []
  for (const { profile, credentials } of await services.profiles.list()) {
    const { certificate } = await practice.portal.sign(credentials[0]?.request?.pem ?? '', 90)
    files.push(join(services.folder, `${files.length}.pem`))
    await writeFile(files.at(-1) ?? '', certificate)
    if (profile.name !== 'Merchant 2') await practice.portal.upload('client-testing', [certificate])
  }
  expect(await clavis('certificate', 'import', '--any', ...files)).toMatchObject({ code: 0, error: '' })

  // One confirmation names every Production profile, and nothing changes without it.
  const activate = ['certificate', 'activate', '--newest', '--all']
  expect(await clavis(...activate)).toMatchObject({
    ...{ code: 65, out: '', error: expect.stringContaining('--confirm "Merchant live"') as string },
  })
  expect(await clavis('token', 'Merchant 1')).toMatchObject({ code: 65 })
  expect(await clavis(...activate, '--confirm', 'Merchant live')).toMatchObject({ code: 0, error: '' })

  // A failure leaves the others alone and decides the exit code.
  const tokens = await clavis('token', '--all')
  expect(tokens.code).toBe(77)
  expect(linesOf(tokens)).toEqual([
    expect.stringMatching(/^Merchant 1: Token .* received/u),
    expect.stringMatching(/^Merchant 2: FAILED token-refused: /u),
    expect.stringMatching(/^Merchant live: Token .* received/u),
  ])
  const checked = await clavis('doctor', '--match', '*2', '--environment', 'client-testing', '--failed', '--summary')
  expect(checked).toMatchObject({ code: 77, error: '' })
  expect(linesOf(checked)).toEqual([expect.stringMatching(/^Merchant 2: FAILED [a-z-]+: ./u)])
  expect(await clavis('doctor', 'Merchant 1', '--failed', '--summary')).toMatchObject({ code: 0, out: '' })
})

test('clavis secret set --from-json: stores several client secrets, and none if a profile is unknown', async () => {
  const { tokenUrl, clientId } = await practice.portal.tab('mock')
  for (const name of ['Mock 1', 'Mock 2']) await services.newProfile({ name, flavor: 'basic', tokenUrl, clientId })
  const set = (value: unknown): Promise<CommandOutcome> =>
    runCommand(services.folder, JSON.stringify(value), ['secret', 'set', '--from-json', '-'])
  const { clientSecret } = await practice.portal.tab('mock')
  expect(await set({ 'Mock 1': clientSecret, Other: 'x' })).toMatchObject({ code: 65, out: '' })
  const wrong = await set({ 'Mock 1': { hush: 1 } })
  expect(wrong).toMatchObject({ code: 65, error: expect.not.stringContaining('hush') as string })
  expect(await set({ 'Mock 1': clientSecret, 'Mock 2': 'a\nb' })).toMatchObject({
    code: 65,
    error: expect.stringContaining('secret of Mock 2'),
  })
  expect(await clavis('token', '--environment', 'mock')).toMatchObject({ code: 65 })
  expect(await set({ 'Mock 1': clientSecret, 'Mock 2': clientSecret })).toMatchObject({ code: 0, error: '' })
  expect(await clavis('token', '--environment', 'mock')).toMatchObject({ code: 0 })
})

test.each([
  [['token']],
  [['token', 'Acme', '--all']],
  [['doctor', 'Acme', '--all']],
  [['secret', 'set', 'Acme', '--all']],
  [['token', '--all', '--explain']],
  [['token', '--all', '--match', 'x']],
  [['certificate', 'activate', '--all']],
  [['certificate', 'activate', 'Acme']],
  [['csr', '--all', '--out-dir', 'x']],
  [['csr', 'Acme', '--subject', 'CN=x']],
  [['secret', 'set']],
])('Several profiles: %j is refused as wrong arguments', async (args) => {
  expect(await clavis(...args)).toMatchObject({ code: 64, out: '' })
})

test('--match: fails if no profile matches the pattern', async () => {
  expect(await clavis('token', '--match', 'nothing*')).toMatchObject({ code: 65 })
})
