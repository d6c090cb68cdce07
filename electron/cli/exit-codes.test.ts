import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Diagnosis } from '#shared/diagnostics/diagnosis.ts'
import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import type { LoggedRequest, TokenRequestPreview } from '#shared/requests/logged-request.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { bundledImportWorker } from '../credentials/import/testing/bundled-import-worker.ts'
import { Secret } from '../keychain/secret.ts'
import { PracticePortal } from '../practice/portal/portal-client.ts'
import { startPracticeService, type PracticeService } from '../practice/service/practice-service.ts'
import { bundledWorker } from '../records/testing/bundled-worker.ts'
import { createServices, type Services } from '../services.ts'
import { preparedPracticeFolder } from '../testing/prepared-keys.ts'
import { sharedKeychain } from '../testing/shared-keychain.ts'
import { clavisProgram, runClavis, type Ended } from './testing/clavis-process.ts'
import { runCommand } from './testing/command-run.ts'

// Runs the command line as a separate process, as scripts do, and checks output streams and exit codes.

const run = promisify(execFile)

let folder: string
let dataFolder: string
let practice: PracticeService
let services: Services

/** Runs the program. @param env additional variables */
function clavis(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runClavis(dataFolder, args, { env })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-exit-codes-'))
  dataFolder = join(folder, 'data')
  practice = await startPracticeService({
    folder: await preparedPracticeFolder(join(folder, 'practice')),
    records: 3,
    faults: [],
    now: Date.now,
  })
  services = createServices({
    dataFolder,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
    resolveProxy: () => Promise.resolve(undefined),
    isTyped: true,
  })
  const portal = new PracticePortal(practice.portalUrl)
  const tab = await portal.tab('client-testing')
  const { tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, audience = '' } = tab
  const good = { tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, audience }
  const id = await addProfile('Acme client testing', good)
  const subject = {
    ...{ commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '', country: 'DE' },
    emailAddress: '',
  }
  const credential = await services.credentials.createKey(id, 2048)
  const { request } = await services.credentials.createRequest(id, credential.id, subject, [])
  const { certificate } = await portal.sign(request?.pem ?? '', 90)
  await services.credentials.imports.import([contentOfText(certificate)])
  const [shown] = await portal.upload('client-testing', [certificate])
  await services.credentials.thumbprints.confirm(id, credential.id, shown?.thumbprint ?? '')
  await services.credentials.activate(id, credential.id)

  await addProfile('Without a key', good)
  const mock = await portal.tab('mock')
  const basic = { ...defaultProfileSettings('basic'), environment: 'mock' as const, clientId: mock.clientId }
  const refused = await addProfile('Refused', { ...basic, tokenUrl: mock.tokenUrl })
  await services.credentials.clientSecrets.set(refused, Secret.fromText('another secret'))
  const unreachable = await addProfile('Unreachable', { ...basic, tokenUrl: 'http://127.0.0.1:1/token' })
  await services.credentials.clientSecrets.set(unreachable, Secret.fromText('another secret'))
  const elsewhere = await addProfile('Elsewhere', { ...basic, tokenUrl: 'https://pay.invalid/token' })
  await services.credentials.clientSecrets.set(elsewhere, Secret.fromText('another secret'))
})
afterAll(async () => {
  for (const { profile } of await services.profiles.list()) await services.credentials.destroySecretsOf(profile.id)
  await services.end()
  await practice.stop()
  await rm(folder, { recursive: true })
})

async function addProfile(
  name: string,
  settings: Partial<ProfileSettings> & Pick<ProfileSettings, 'tokenUrl' | 'clientId'>,
): Promise<string> {
  const common = { ...defaultProfileSettings('jwt'), environment: 'client-testing' as const, name }
  return (await services.profiles.create({ ...common, ...settings }, { practice: false })).id
}

/** Makes the keychain unavailable. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

/** Makes the program fail internally: a function that it relies on throws. */
const fault = {
  NODE_OPTIONS: `--import "data:text/javascript,URLSearchParams.prototype.toString=()=>{throw new TypeError('planted-fault')}"`,
}

/** A proxy variable that is no address. */
const badProxy = { https_proxy: '%FF' }

const acme = 'Acme client testing'
interface Case {
  readonly args: readonly string[]
  readonly code: number
  /** How standard error starts; empty if it must be empty. */
  readonly start: string
  readonly environment?: Record<string, string>
}

const cases: readonly Case[] = [
  { args: ['token', acme], code: 0, start: '' },
  { args: ['token'], code: 64, start: 'clavis: specify a profile, --all, --match or --environment' },
  { args: ['token', acme, '--loud'], code: 64, start: 'clavis: unknown option' },
  { args: ['token', acme, '--print', '--explain'], code: 64, start: 'clavis: option' },
  { args: ['token', 'Unknown'], code: 65, start: 'clavis: profile-not-found: ' },
  { args: ['token', 'Without a key'], code: 65, start: 'clavis: no-active-credential: ' },
  { args: ['token', 'Unreachable'], code: 69, start: 'clavis: network-refused: ' },
  { args: ['token', acme], code: 69, start: 'clavis: keychain-unavailable: ', environment: noKeychain },
  { args: ['token', 'Elsewhere'], code: 65, start: 'clavis: input-invalid: https_proxy is', environment: badProxy },
  { args: ['token', 'Refused'], code: 77, start: 'clavis: token-refused: ' },
  { args: ['token', acme], code: 70, start: 'clavis: internal-fault: ', environment: fault },
  { args: ['call', acme, 'payment/hello-world'], code: 0, start: '' },
  { args: ['call', acme], code: 64, start: 'clavis: missing required argument' },
  { args: ['call', acme, 'https://elsewhere.example.com/'], code: 65, start: 'clavis: input-invalid: ' },
  { args: ['call', 'Unknown', 'x'], code: 65, start: 'clavis: profile-not-found: ' },
  {
    args: ['call', acme, 'payment/hello-world'],
    code: 69,
    start: 'clavis: keychain-unavailable: ',
    environment: noKeychain,
  },
  { args: ['call', acme, 'nowhere'], code: 77, start: 'clavis: service-refused: ' },
  { args: ['call', acme, 'payment/hello-world'], code: 70, start: 'clavis: internal-fault: ', environment: fault },
  { args: ['doctor', acme], code: 0, start: '' },
  { args: ['doctor', acme, 'more'], code: 64, start: 'clavis: too many arguments' },
  { args: ['doctor', 'Unknown'], code: 65, start: 'clavis: profile-not-found: ' },
  { args: ['doctor', 'Without a key'], code: 65, start: '' },
  { args: ['doctor', 'Unreachable'], code: 69, start: '' },
  { args: ['doctor', acme], code: 69, start: '', environment: noKeychain },
  { args: ['doctor', 'Elsewhere'], code: 65, start: '', environment: badProxy },
  { args: ['doctor', 'Refused'], code: 77, start: '' },
  { args: ['doctor', acme], code: 70, start: 'clavis: internal-fault: ', environment: fault },
]

/**
 * Runs the commands in this process. Processes of their own are all cases of `token`, which has every exit code, and those
 * with an environment of their own.
 */
async function clavisHere(args: readonly string[]): Promise<Ended> {
  const { code, out, error } = await runCommand(dataFolder, '', args)
  return { code, out, err: error }
}

// Concurrent, because most cases are separate processes and some wait between attempts.
test.concurrent.each(cases)('Exit codes: $args ends with $code', async ({ args, code, start, environment }) => {
  const isHere = environment === undefined && args[0] !== 'token'
  const ended = await (isHere ? clavisHere(args) : clavis(args, environment))
  expect([ended.code, ended.err]).toEqual([code, expect.stringMatching(start === '' ? /^$/u : /./u)])
  expect(ended.err.slice(0, start.length)).toBe(start)
  // An error says what to do; an internal fault shows no details unless asked.
  if (start.startsWith('clavis: ')) expect(ended.err.trim().split('\n').length).toBeGreaterThan(1)
  expect(ended.out + ended.err).not.toContain('planted-fault')
  if (code !== 0 && args[0] !== 'doctor') expect(ended.out).toBe('')
})

describe('for scripts', () => {
  test('clavis token --print: TOKEN=$(…) is the token and nothing else', async () => {
    const script = join(folder, 'script.sh')
    await writeFile(
      script,
      'set -eu\nTOKEN=$("$@")\nprintf "%s" "$TOKEN" | wc -l\ncurl_header="Authorization: Bearer $TOKEN"\nprintf "%s" "$curl_header"\n',
    )
    const command = [process.execPath, ...clavisProgram(), '--data-dir', dataFolder, 'token', acme, '--print']
    const { stdout, stderr } = await run('sh', [script, ...command])
    expect(stderr).toBe('')
    const [lines, authorization = ''] = stdout.split('\n')
    expect(lines?.trim()).toBe('0')
    const { apiBaseUrl } = await new PracticePortal(practice.portalUrl).tab('client-testing')
    const headers = { authorization: authorization.replace('Authorization: ', ''), accept: 'application/json' }
    expect((await fetch(`${apiBaseUrl}/payment/hello-world`, { headers })).status).toBe(200)
  })

  test('clavis token --print: stops a script if there is no token', async () => {
    const script = 'set -e; TOKEN=$("$@"); echo "never: $TOKEN"'
    const command = [process.execPath, ...clavisProgram(), '--data-dir', dataFolder, 'token', 'Refused', '--print']
    await expect(run('sh', ['-c', script, 'sh', ...command])).rejects.toMatchObject({ code: 77, stdout: '' })
  })

  test('--json: prints one value, also for a refusal', async () => {
    const state = JSON.parse((await clavis(['token', acme, '--json'])).out) as object
    expect(state).toMatchObject({ kind: 'held' })
    expect(state).not.toHaveProperty('accessToken')
    const { out, code } = await clavis(['doctor', 'Refused', '--json'])
    expect((JSON.parse(out) as Diagnosis).causes[0]?.id).toBe('client-secret-wrong')
    expect(code).toBe(77)
  })

  test('clavis token: --explain shows request, response and checks, also if refused; --dry-run sends nothing', async () => {
    const explained = await clavis(['token', acme, '--explain'])
    expect(explained).toMatchObject({ code: 0, err: '' })
    expect(explained.out).toMatch(/^POST http.*\n(?:.*\n)*Status 200.*\n.*first byte [\d.]+ ms/u)
    expect(explained.out).toContain('✓ The lifetime is 30 seconds')
    expect(explained.out).not.toContain('✗')

    const refused = await clavis(['token', 'Refused', '--explain', '--json'])
    expect(refused.code).toBe(77)
    const entry = JSON.parse(refused.out) as LoggedRequest
    expect(entry.outcome).toMatchObject({ kind: 'response', status: 401, refusal: { code: 'token-refused' } })
    expect(entry.request.headers).toContainEqual({ name: 'authorization', value: 'Basic …' })

    const before = await clavis(['token', 'Unreachable', '--dry-run', '--json'])
    expect(before).toMatchObject({ code: 0, err: '' })
    const { request, rules } = JSON.parse(before.out) as TokenRequestPreview
    expect(request.url).toBe('http://127.0.0.1:1/token')
    expect(rules.map(({ outcome }) => outcome)).not.toContain('failed')
  })
})
