import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { Secret } from '../keychain/secret.ts'
import { startListServer, type ListAnswer, type ListServer } from '../lists/testing/list-server.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { formatGauges } from './check-metrics.ts'
import { runCommand, type CommandOutcome } from './testing/command-run.ts'
import { findPromtool, runPromtool } from './testing/promtool.ts'

const promtool = await findPromtool()
let folder: string
let server: ListServer
let services: TestServices
let answer: ListAnswer

/** All characters that the format escapes. */
const oddName = String.raw`Acme "EU" \ ü`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-check-'))
  server = await startListServer((_cursor, _time, { headers }) =>
    // Only the client of the profile without a certificate authenticates in the header.
    headers.authorization === undefined ? '{"access_token":"x","token_type":"Bearer","expires_in":3600}' : answer,
  )
  services = await startTestServices()
  const tokenUrl = `${new URL(server.baseUrl).origin}/token`
  const { id } = await services.newProfile({ tokenUrl, name: oddName, environment: 'production', audience: 'x' })
  await services.activateCredential(id)
  const mock = await services.newProfile({ tokenUrl, name: 'Mock', flavor: 'basic' })
  await services.credentials.clientSecrets.set(mock.id, Secret.fromText('hush'))
})
afterAll(async () => {
  await services.end()
  await server.end()
  await rm(folder, { recursive: true, force: true })
})

const accepted = '{"access_token":"y","token_type":"Bearer","expires_in":3600}'
const refused: ListAnswer = (response) =>
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')

const file = (): string => join(folder, 'clavis.prom')
const check = (...args: string[]): Promise<CommandOutcome> =>
  runCommand(services.folder, '', ['check', '--metrics', file(), ...args])

/** Returns the values of the metrics by name and labels, as far as the labels are the same in each run. */
async function metrics(): Promise<Map<string, number>> {
  const lines = (await readFile(file(), 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at).replace(/thumbprint="[\dA-F]{40}"/u, 'thumbprint="…"'), Number(line.slice(at + 1))]
    }),
  )
}

/** Returns promtool, or skips the test and says why. */
function requirePromtool({ skip }: TestContext): string {
  if ('reason' in promtool) return skip(promtool.reason)
  return promtool.path
}

test('clavis check: writes when certificates expire and how token requests went, for all profiles', async () => {
  answer = accepted
  const before = Date.now() / 1000
  const { code, out } = await check()
  // The certificate expires within 30 days.
  expect(code).toBe(1)
  expect(out).toMatch(/^Acme "EU" \\ ü: Token in [\d.]+ s\. \d+ days left\.$/mu)
  expect(out).toMatch(/^Mock: Token in [\d.]+ s\.$/mu)
  const odd = String.raw`profile="Acme \"EU\" \\ ü",environment="production"`
  const mock = 'profile="Mock",environment="mock"'
  const found = await metrics()
  expect([...found.keys()]).toEqual([
    `clavis_certificate_not_after_timestamp_seconds{${odd},thumbprint="…",active="true"}`,
    ...['success', 'duration_seconds', 'last_success_timestamp_seconds'].flatMap((name) => [
      `clavis_token_${name}{${odd}}`,
      `clavis_token_${name}{${mock}}`,
    ]),
    'clavis_check_timestamp_seconds',
  ])
  const [notAfter = 0] = found.values()
  expect((notAfter - before) / 86_400).toBeCloseTo(20, 1)
  expect(found.get(`clavis_token_success{${mock}}`)).toBe(1)
  expect(found.get('clavis_check_timestamp_seconds')).toBeGreaterThanOrEqual(before)
  expect(found.get(`clavis_token_last_success_timestamp_seconds{${mock}}`)).toBeGreaterThanOrEqual(Math.floor(before))
})

test('clavis check: a refused token sets the exit code and its metric, and leaves the other profiles alone', async () => {
  answer = accepted
  await check('Mock')
  const between = Date.now() / 1000
  answer = refused
  const { code, out } = await check('--json', 'Mock', oddName, 'Mock')
  expect(code).toBe(77)
  expect(JSON.parse(out)).toMatchObject([
    { profile: 'Mock', value: { token: { success: false, error: { code: 'token-refused' } }, certificates: [] } },
    { profile: oddName, value: { token: { success: true }, certificates: [{ active: true }] } },
  ])
  // In the words and the order of the window: what failed comes first.
  const [first, second] = (JSON.parse(out) as { value: { checks: { subject: string; level: string }[] } }[]).map(
    ({ value: { checks } }) => checks.map(({ subject, level }) => `${subject} ${level}`),
  )
  expect([first, second]).toEqual([
    ['token bad', 'key good'],
    ['certificate warn', 'key good', 'token good'],
  ])
  const found = await metrics()
  expect(found.get('clavis_token_success{profile="Mock",environment="mock"}')).toBe(0)
  expect(found.get('clavis_token_last_success_timestamp_seconds{profile="Mock",environment="mock"}')).toBeLessThan(
    between,
  )
  expect(await check('Mock')).toMatchObject({
    code: 77,
    out: expect.stringMatching(/^Mock: FAILED token-refused: /u) as string,
  })
})

test('clavis check: exits with 0 if all is well, and changes nothing if a profile is unknown', async () => {
  answer = accepted
  expect(await check('--within', '10')).toMatchObject({ code: 0 })
  const before = await readFile(file(), 'utf8')
  expect(await check('Mock', 'Unknown')).toMatchObject({ code: 65, out: '' })
  expect(await readFile(file(), 'utf8')).toBe(before)
})

test('clavis check --metrics: replaces the file in one step, readable by node_exporter', async () => {
  answer = accepted
  await writeFile(file(), 'earlier', { mode: 0o600 })
  const before = await stat(file())
  await check('Mock')
  const after = await stat(file())
  expect(after.mode & 0o777).toBe(0o644)
  expect(after.ino).not.toBe(before.ino)
  expect(await readdir(folder)).toEqual(['clavis.prom'])
})

test.each([
  ['its folder is missing', join('typo', 'clavis.prom'), 'its folder does not exist'],
  ['its folder is a file', join('clavis.prom', 'clavis.prom'), 'part of its path is not a folder'],
  ['a folder has its name', '.', 'a folder has that name'],
])('clavis check --metrics: requests nothing and says why if %s', async (_why, name, reason) => {
  answer = accepted
  await check('Mock')
  const before = await readFile(file(), 'utf8')
  let requests = 0
  answer = (response) => {
    requests += 1
    response.writeHead(200, { 'content-type': 'application/json' }).end(accepted)
  }
  const path = join(folder, name)
  expect(await runCommand(services.folder, '', ['check', 'Mock', oddName, '--metrics', path])).toEqual({
    code: 69,
    out: '',
    error: expect.stringContaining(`${path} could not be saved: ${reason}.`) as string,
  })
  expect(requests).toBe(0)
  expect(await readFile(file(), 'utf8')).toBe(before)
  expect(await readdir(folder)).toEqual(['clavis.prom'])
})

test('clavis check --metrics: promtool finds no fault in the file', async (context) => {
  const path = requirePromtool(context)
  answer = accepted
  await check()
  const text = await readFile(file(), 'utf8')
  expect(await runPromtool(path, ['check', 'metrics'], text)).toEqual({ code: 0, output: '' })
  // It would find one.
  expect(await runPromtool(path, ['check', 'metrics'], text.replace(String.raw`\"EU`, '"EU'))).not.toMatchObject({
    code: 0,
  })
})

test('formatGauges: escapes labels and help, and promtool reads them', async (context) => {
  const help = 'Two\nlines with \\ and "quotes".'
  const text = formatGauges([
    { name: 'odd_ratio', help, samples: [{ labels: { of: 'a"b\\c\nd' }, value: 0.5 }] },
    { name: 'none_ratio', help, samples: [] },
  ])
  expect(text).toBe(
    [
      String.raw`# HELP odd_ratio Two\nlines with \\ and "quotes".`,
      '# TYPE odd_ratio gauge',
      String.raw`odd_ratio{of="a\"b\\c\\u000Ad"} 0.5`,
      '',
    ].join('\n'),
  )
  expect(await runPromtool(requirePromtool(context), ['check', 'metrics'], text)).toEqual({ code: 0, output: '' })
})

test('Alert rules of the guide: promtool accepts them, and they fire for the metrics that Clavis writes', async (context) => {
  const path = requirePromtool(context)
  const guide = await readFile(resolve(import.meta.dirname, '../../docs/outgrowing-one-machine.md'), 'utf8')
  const [, rules = ''] = /```yaml\n# clavis\.rules\.yml\n(.*?)```/su.exec(guide) ?? []
  await writeFile(join(folder, 'rules.yml'), rules)
  expect(await runPromtool(path, ['check', 'rules', join(folder, 'rules.yml')])).toMatchObject({ code: 0 })

  answer = refused
  await check()
  const series = [...(await metrics()).keys()]
  const valueOf = (name: string): string =>
    // 20 days, as seconds, for the certificate; the check ended at the start and never again.
    name.startsWith('clavis_certificate') ? '1728000x150' : '0x150'
  const input = series.map((name) => ({ series: name, values: valueOf(name) }))
  const alert = (alertname: string, labels: object, summary: string): object => ({
    eval_time: '2h',
    alertname,
    exp_alerts: [{ exp_labels: labels, exp_annotations: { summary } }],
  })
  const acme = { profile: oddName, environment: 'production' }
  const cases = {
    rule_files: ['rules.yml'],
    tests: [
      {
        interval: '1m',
        input_series: input,
        alert_rule_test: [
          alert(
            'ClavisCertificateExpires',
            { ...acme, thumbprint: '…', active: 'true' },
            `The certificate of ${oddName} expires in 20 days.`,
          ),
          alert('ClavisCheckMissing', {}, 'clavis check has not run for an hour.'),
          {
            eval_time: '2h',
            alertname: 'ClavisTokenFails',
            exp_alerts: [acme, { profile: 'Mock', environment: 'mock' }].map((labels) => ({
              exp_labels: labels,
              exp_annotations: { summary: `${labels.profile} gets no token.` },
            })),
          },
        ],
      },
    ],
  }
  // YAML includes JSON.
  await writeFile(join(folder, 'cases.yml'), JSON.stringify(cases))
  expect(await runPromtool(path, ['test', 'rules', join(folder, 'cases.yml')])).toMatchObject({
    ...{ code: 0, output: expect.stringContaining('SUCCESS') as string },
  })
})
