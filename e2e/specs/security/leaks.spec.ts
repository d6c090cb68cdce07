import { spawn } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerCertificate } from '../../../electron/diagnostics/testing/new-certificate.ts'
import { readTables, tablePath } from '../../fixtures/app/stored-tables.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { commandLine, runCommand, type CommandOutput } from '../../fixtures/command-line.ts'
import { LeakScan, partsOfKey, plantedText } from '../../fixtures/security/leak-scan.ts'
import { authorizationOf, withoutSecretPlace } from '../../fixtures/security/sent-request.ts'
import { startTelltaleService, type TelltaleService } from '../../fixtures/security/telltale-service.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'
import { answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { recordedIpc, recordIpc } from '../../fixtures/window/ipc-record.ts'

/** Calls that exist to show a secret to the person who asked for it. All others must not return one. */
const revealing = ['tokens.reveal']

const clientSecret = 'planted client+secret/value:1'
const passphrase = 'sturdy violin crater moss planted'

let inputs: string
let service: TelltaleService
test.beforeEach(async () => {
  inputs = await mkdtemp(join(tmpdir(), 'clavis-leak-inputs-'))
  service = await startTelltaleService()
})
test.afterEach(async () => {
  await service.end()
  await rm(inputs, { recursive: true, force: true })
})

test('Leaks: window, command line and a crash leave no key, secret, token or assertion behind @core', async ({
  clavis,
}) => {
  test.slow()
  const { app, page, dataFolder } = clavis
  const exports = join(dataFolder, 'exports')
  await mkdir(exports)
  const programOutput: string[] = []
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (chunk: Buffer) => programOutput.push(chunk.toString()))
  await recordIpc(app)

  // Adds keys and secrets with the command line, so that no page ever has one.
  const { cert, key } = newServerCertificate({ commonName: 'planted' })
  const file = (name: string): string => join(inputs, name)
  await writeFile(file('key.pem'), key)
  await writeFile(file('certificate.pem'), cert)
  const common = { apiBaseUrl: `${service.origin}/api`, reportsBaseUrl: `${service.origin}/reporting` }
  const entries = [
    { name: 'Planted JWT', environment: 'client-testing', clientId: 'acme', audience: 'acme:uri:sandbox:payments' },
    { name: 'Planted basic', environment: 'mock', clientId: 'acme', clientAuthentication: 'client_secret_basic' },
    { name: 'Planted post', environment: 'mock', clientId: 'acme', clientAuthentication: 'client_secret_post' },
  ].map((entry, index) => ({ ...common, ...entry, tokenUrl: `${service.origin}/token/${index}` }))
  await writeFile(file('profiles.json'), JSON.stringify({ clavis: 1, profiles: entries }))
  const outputs: CommandOutput[] = []
  const clavisCommand = async (input: string, ...args: string[]): Promise<CommandOutput> => {
    const output = await runCommand(dataFolder, input, args)
    outputs.push(output)
    return output
  }
  const mustRun = async (input: string, ...args: string[]): Promise<void> => {
    const { code, err } = await clavisCommand(input, ...args)
    expect([args.join(' '), code, err.replaceAll(/.*Warning.*\n/gu, '')]).toEqual([args.join(' '), 0, ''])
  }
  await mustRun('', 'profile', 'import', file('profiles.json'))
  await mustRun('', 'key', 'import', 'Planted JWT', file('key.pem'))
  await mustRun('', 'certificate', 'import', 'Planted JWT', file('certificate.pem'))
  for (const name of ['Planted basic', 'Planted post']) await mustRun(clientSecret, 'secret', 'set', name)
  const profiles = await mustCall(page, 'profiles.list', undefined)
  const jwt = profiles.find(({ name }) => name === 'Planted JWT')?.id ?? ''
  const [credential] = await mustCall(page, 'credentials.list', { profileId: jwt })
  await mustCall(page, 'credentials.activate', { profileId: jwt, credentialId: credential?.id ?? '' })

  // The window: refused with an echo first, then with a token; everything that shows or stores what happened.
  for (const { id: profileId } of profiles) {
    await bridgeCall(page, 'tokens.get', { profileId, renew: true })
    await mustCall(page, 'tokens.get', { profileId, renew: true })
    await bridgeCall(page, 'tokens.reveal', { profileId })
    await mustCall(page, 'connection.test', { profileId })
    for (const path of ['echo', 'refused']) await mustCall(page, 'connection.get', { profileId, path })
    await bridgeCall(page, 'doctor.diagnose', { profileId })
    await mustCall(page, 'tokens.preview', { profileId })
    const log = await mustCall(page, 'tokens.requestLog', { profileId })
    expect(log.length).toBeGreaterThan(2)
    const { datasetId } = await mustCall(page, 'lists.open', { profileId, list: 'reports', restart: true })
    await mustCall(page, 'lists.load', { datasetId, pages: 'all' })
    await answerSaveDialog(app, join(exports, `${profileId}.ndjson`))
    await mustCall(page, 'lists.export', {
      jobId: crypto.randomUUID(),
      datasetId,
      chosen: { kind: 'query', query: { search: [], filters: [], sort: [] } },
      options: { format: 'ndjson' },
    })
    for (const format of ['har', 'jsonl'] as const) {
      await answerSaveDialog(app, join(exports, `${profileId}.${format}`))
      await mustCall(page, 'activity.export', { profileId, format })
    }
  }
  await mustCall(page, 'activity.list', { limit: 5000 })

  // The command line: every command that could leak, and one that writes a crash report while it waits.
  for (const { name } of entries) {
    for (const args of [
      ['token', name],
      ['token', name, '--json'],
      ['token', name, '--explain'],
      ['token', name, '--dry-run'],
    ])
      await clavisCommand('', ...args)
    for (const path of ['echo', 'refused']) await clavisCommand('', 'call', name, path)
    await clavisCommand('', 'doctor', name, '--json')
  }
  await clavisCommand(
    `${passphrase}\n${passphrase}\n`,
    'backup',
    'create',
    '--out',
    join(exports, 'backup.clavis-backup'),
  )
  await crashWhileCalling(dataFolder, exports)

  const messages = await recordedIpc(app)
  const quiet = messages.filter((message) => !revealing.some((name) => message.startsWith(`call [["${name}",`)))
  await app.close().catch(() => undefined)

  expect(service.tokens.length).toBeGreaterThan(9)
  expect(service.assertions.length).toBeGreaterThan(3)
  const scan = new LeakScan([
    ...partsOfKey('the private key', key),
    plantedText('the client secret', clientSecret),
    plantedText('the passphrase', passphrase),
    ...service.tokens.map((token, index) => plantedText(`access token ${index}`, token)),
    ...service.assertions.map((assertion, index) =>
      plantedText(`the signature of assertion ${index}`, signatureOf(assertion)),
    ),
  ])
  // Proves that there is something to search and that the scan works: the revealing call contains the token.
  expect(scan.find(Buffer.from(messages.join('\n')), 'all messages').map(({ secret }) => secret)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^access token/u)]),
  )
  expect(quiet.length).toBeGreaterThan(50)
  expect(outputs.length).toBeGreaterThan(20)
  const below = await scan.findBelow(dataFolder)
  expect(below.bytes).toBeGreaterThan(10_000)
  const activity = (await readTables(dataFolder)).get(tablePath('activity'))?.toString()
  for (const kind of ['token', 'call', 'list', 'key']) expect(activity).toContain(String.raw`\"kind\":\"${kind}\"`)
  expect([
    ...below.leaks,
    ...quiet.flatMap((message) => scan.find(Buffer.from(message), `the message ${message.split(',', 1)[0] ?? ''}`)),
    ...scan.find(Buffer.from(programOutput.join('')), 'the output of the window’s program'),
    ...outputs.flatMap(({ args, out, err }) => [
      ...scan.find(Buffer.from(out), `the output of ${args}`),
      ...scan.find(Buffer.from(err), `the errors of ${args}`),
    ]),
  ]).toEqual([])
  expectSecretsInPlace(scan, key)
  // The same search finds a leak that is planted.
  await writeFile(join(dataFolder, 'planted.log'), `x${Buffer.from(`client:${clientSecret}`).toString('base64')}`)
  expect((await scan.findBelow(dataFolder)).leaks.map(({ secret }) => secret)).toContain('the client secret')
  // A cursor may contain the client ID: it is not in the activity.
  const kept = [
    activity,
    ...(await Promise.all(profiles.map(({ id }) => readFile(join(exports, `${id}.har`), 'utf8')))),
  ]
  for (const cursor of service.cursors) for (const text of kept) expect(text).not.toContain(cursor)
})

/**
 * Expects private keys in no request, tokens only in the header of calls, and secrets only where a token request has
 * them.
 */
function expectSecretsInPlace(scan: LeakScan, key: string): void {
  const kindOf = (path: string): 'token' | 'call' => (path.startsWith('/token') ? 'token' : 'call')
  const calls = service.requests.filter(({ path }) => kindOf(path) === 'call')
  expect(calls.length).toBeGreaterThan(20)
  expect(service.requests.length - calls.length).toBeGreaterThan(9)
  const secret = new LeakScan([plantedText('the client secret', clientSecret)])
  const keyOnly = new LeakScan([...partsOfKey('the private key', key), plantedText('the passphrase', passphrase)])
  const tokens = new LeakScan(service.tokens.map((token, index) => plantedText(`access token ${index}`, token)))
  expect(
    service.requests.flatMap((request) => {
      const { method, path, body } = request
      const kind = kindOf(path)
      const place = `the request ${method} ${path}`
      const authorization = Buffer.from(authorizationOf(request))
      return [
        ...scan.find(withoutSecretPlace(request, kind), place),
        ...keyOnly.find(Buffer.concat([authorization, Buffer.from(body)]), place),
        ...(kind === 'token' ? tokens : secret).find(authorization, `the Authorization header of ${place}`),
      ]
    }),
  ).toEqual([])
}

function signatureOf(assertion: string): string {
  return assertion.split('.')[2] ?? ''
}

/** Ends a command with a fatal signal in the middle of its work; Node writes a crash report to the folder. */
async function crashWhileCalling(dataFolder: string, folder: string): Promise<void> {
  const report = ['--report-on-signal', '--report-signal=SIGUSR2', `--report-directory=${folder}`]
  const options = [...report, '--disable-warning=ExperimentalWarning', commandLine, '--data-dir', dataFolder]
  const child = spawn(process.execPath, [...options, 'call', 'Planted JWT', 'slow'])
  // The report is named before it is written.
  const reported = new Promise<void>((resolve) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Node.js report completed')) resolve()
    })
  })
  await service.slowCall()
  child.kill('SIGUSR2')
  await reported
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGABRT')
  await ended
}
