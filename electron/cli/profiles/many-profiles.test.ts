import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileNameFrom } from '../../files/separate-files.ts'
import { startInNewFolder, type RunningService } from '../../practice/testing/running-service.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runClavis, type Ended } from '../testing/clavis-process.ts'
import { runCommand } from '../testing/command-run.ts'

// Many merchants in three environments, as scripts manage them: each step is one command. The soak runs each command in a
// separate process.

const isSoak = process.env['CLAVIS_SOAK'] === '1'
/** Merchants, and how often each gets certificates before they are replaced: 60 profiles and 120 certificates in the long form. */
const [merchants, rounds] = isSoak ? [20, 2] : [2, 1]

let practice: RunningService
let services: TestServices
/** Another computer, which has nothing but a backup. */
let restored: TestServices

beforeEach(async () => {
  practice = await startInNewFolder({ records: 3 })
  services = await startTestServices()
  restored = await startTestServices()
})
afterEach(async () => {
  await services.end()
  await restored.end()
  await practice[Symbol.asyncDispose]()
})

const file = (...names: string[]): string => join(services.folder, ...names)
const numbers = Array.from({ length: merchants }, (_, index) => String(index + 1).padStart(2, '0'))
const withCertificates = numbers.flatMap((number) => [`Merchant ${number} live`, `Merchant ${number} test`])
const live = numbers.map((number) => `Merchant ${number} live`)
const confirmed = live.flatMap((name) => ['--confirm', name])

async function run(folder: string, args: readonly string[], { input = '' } = {}): Promise<Ended> {
  if (isSoak) return runClavis(folder, args, { input })
  const { code, out, error } = await runCommand(folder, input, args)
  return { code, out, err: error }
}

function clavis(...args: string[]): Promise<Ended> {
  return run(services.folder, args)
}

/** Expects a command to succeed with a line for each of these profiles. */
async function expectLines(names: readonly string[], ...args: string[]): Promise<void> {
  const { code, out, err } = await clavis(...args)
  expect({ code, err }, args.join(' ')).toEqual({ code: 0, err: '' })
  const lines = out.trim().split('\n')
  expect(lines.map((line) => line.split(':')[0]).toSorted(), args.join(' ')).toEqual([...names].toSorted())
}

/** Creates a client and a profile for each merchant and environment. @returns the client secrets by profile */
async function setUp(): Promise<Readonly<Record<string, string>>> {
  const profiles: unknown[] = []
  const secrets: Record<string, string> = {}
  for (const number of numbers)
    for (const [environment, suffix] of [
      ['mock', 'mock'],
      ['client-testing', 'test'],
      ['production', 'live'],
    ] as const) {
      const name = `Merchant ${number} ${suffix}`
      const { tokenUrl, apiBaseUrl, reportsBaseUrl, audience } = await practice.portal.tab(environment)
      const { clientId, clientSecret } = await practice.portal.addClient(environment)
      if (clientSecret !== undefined) secrets[name] = clientSecret
      const flavor = environment === 'mock' ? 'basic' : 'jwt'
      profiles.push({ name, environment, flavor, clientId, tokenUrl, apiBaseUrl, reportsBaseUrl, audience })
    }
  await writeFile(file('profiles-in.json'), JSON.stringify({ clavis: 1, profiles }))
  return secrets
}

/**
 * Has the CSRs of a folder signed, and uploads each certificate for its client.
 * @param unknown a profile whose certificate is not uploaded
 * @returns the files of the certificates
 */
async function sign(folder: string, days: number, unknown?: string): Promise<string[]> {
  const profiles = await services.profiles.list()
  const files: string[] = []
  for (const request of await readdir(folder)) {
    const { certificate } = await practice.portal.sign(await readFile(join(folder, request), 'utf8'), days)
    files.push(join(folder, `${request}.pem`))
    await writeFile(files.at(-1) ?? '', certificate)
    const profile = profiles.find((stored) => `${fileNameFrom(stored.profile.name)}.csr` === request)?.profile
    if (profile === undefined) throw new Error(`No profile for ${request}.`)
    const { name, environment, clientId } = profile
    if (name !== unknown) await practice.portal.upload(environment, [certificate], clientId)
  }
  return files
}

test('Many profiles: each step is one command', async () => {
  const secrets = await setUp()
  const everyone = [...withCertificates, ...Object.keys(secrets)]
  // The live profiles are of a service on this computer.
  const imported = await clavis('profile', 'import', file('profiles-in.json'))
  expect(imported).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^(?:clavis: warning: .+ live: .+\n){2}$/u) as string,
  })
  const input = JSON.stringify(secrets)
  const stored = await run(services.folder, ['secret', 'set', '--from-json', '-'], { input })
  expect(stored).toMatchObject({ code: 0, err: '' })

  for (let round = 1; round <= rounds; round += 1) {
    const folder = file(`requests-${round}`)
    await expectLines(withCertificates, 'key', 'create', '--all', '--jobs', '8')
    await expectLines(withCertificates, 'csr', '--all', '--subject-template', 'CN={name},O=Acme', '--out-dir', folder)
    await importAny(withCertificates, await sign(folder, 30 * round))
    // One confirmation names every Production profile.
    const refused = await clavis('certificate', 'activate', '--newest', '--all')
    expect(refused).toMatchObject({ code: 65, out: '' })
    for (const name of live) expect(refused.err).toContain(`--confirm "${name}"`)
    await expectLines(withCertificates, 'certificate', 'activate', '--newest', '--all', ...confirmed)
  }
  await expectLines(everyone, 'token', '--all', '--jobs', '8')
  await expectLines(everyone, 'doctor', '--all', '--summary', '--jobs', '8')
  expect(await clavis('doctor', '--environment', 'production', '--failed', '--summary')).toMatchObject({
    ...{ code: 0, out: '', err: '' },
  })

  // The certificate of one is not uploaded: it stays where it was, and the others go on to the end.
  const [late = ''] = withCertificates
  const others = withCertificates.filter((name) => name !== late)
  const folder = file('successors')
  await expectLines(withCertificates, 'replace', 'start', '--all', '--out-dir', folder, '--jobs', '8')
  await importAny(withCertificates, await sign(folder, 200, late))
  const tested = await clavis('replace', 'test', '--match', 'Merchant *', '--skip-confirmation')
  expect(tested.code).toBe(77)
  expect(tested.out.match(/^.+: FAILED/gmu)).toEqual([`${late}: FAILED`])
  expect(await clavis('replace', 'switch', '--all')).toMatchObject({ code: 65, out: '' })
  await expectLines(others, 'replace', 'switch', '--all', ...confirmed)
  await expectLines(others, 'replace', 'retire', '--all', ...confirmed)
  await expectLines(others, 'replace', 'finish', '--all')
  expect((await clavis('replace', 'status')).out.match(/^Merchant .*? {2}/gmu)).toEqual([`${late}  `])
  await expectLines([late], 'replace', 'cancel', '--all')
  await expectLines(everyone, 'token', '--all')
  const certificates = JSON.parse((await clavis('--json', 'certificate', 'list')).out) as { state: string }[]
  expect(certificates).toHaveLength(withCertificates.length * (rounds + 1))
  expect(certificates.filter(({ state }) => state === 'active')).toHaveLength(withCertificates.length)

  const backup = file('all.backup')
  const passphrase = { input: 'sturdy violin crater moss' }
  expect(await run(services.folder, ['backup', 'create', '--out', backup, ...confirmed], passphrase)).toMatchObject({
    ...{ code: 0, err: '', out: expect.stringContaining(`Wrote ${everyone.length} profiles with `) as string },
  })
  const chosen = ['Merchant 01 mock', 'Merchant 02 live']
  const restoring = await run(restored.folder, ['backup', 'restore', backup, ...chosen, ...confirmed], passphrase)
  expect(restoring).toMatchObject({ code: 0, err: '' })
  expect((await restored.profiles.list()).map(({ profile }) => profile.name).toSorted()).toEqual(chosen)
  expect(await run(restored.folder, ['token', '--all'])).toMatchObject({ code: 0, err: '' })
}, 600_000)

/** Imports certificates without saying whose they are. A file that is none fails alone. */
async function importAny(names: readonly string[], files: readonly string[]): Promise<void> {
  await writeFile(file('notes.txt'), 'no certificate')
  const { code, out, err } = await clavis('certificate', 'import', '--any', ...files, file('notes.txt'))
  expect({ code, err }).toEqual({ code: 65, err: '' })
  expect((out.match(/^Merchant .*?(?=: )/gmu) ?? []).toSorted()).toEqual([...names].toSorted())
}
