import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { appendFile, lstat, mkdir, readFile, readdir, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListAnswer, ListServer } from '../../lists/testing/list-server.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { Database } from '../../store/database.ts'
import { lines, ListGround, record, refusal } from '../lists/testing/list-ground.ts'
import { runCommand, runWithEnvironment, type CommandOutcome } from '../testing/command-run.ts'

let ground: ListGround
let server: ListServer
let faults: ListGround['faults']
let folder: string

const clavis = (...args: string[]): Promise<CommandOutcome> => ground.clavis(...args)
const file = (name: string): string => ground.file(name)
const outputs = (): Promise<string[]> => ground.outputs()

beforeEach(async () => {
  ground = await ListGround.start()
  ;({ folder, server, faults } = ground)
})
afterEach(() => ground[Symbol.asyncDispose]())

test('clavis list --resume: continues without duplicates or gaps and removes a partial page', async () => {
  faults.set('c4', refusal)
  const broken = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  expect(broken).toMatchObject({ code: 77, error: expect.stringContaining('--resume') as string })
  expect(await outputs()).toEqual(['out.ndjson.partial'])
  expect((await stat(file('out.ndjson.partial'))).mode & 0o777).toBe(0o600)
  expect(await ground.loaded('out.ndjson.partial')).toBe(lines(30))

  // A crash in the middle of a page.
  await appendFile(file('out.ndjson.partial'), (await readFile(file('out.ndjson.partial'))).subarray(0, 100))
  faults.clear()
  const asked = server.asked.length
  const resumed = await clavis('--json', 'list', 'Acme', 'reports', '--resume', file('out.ndjson'))
  expect(resumed).toMatchObject({ code: 0, error: '' })
  expect(JSON.parse(resumed.out)).toMatchObject({
    ...{ records: 60, pages: 6, complete: true },
    report: { pages: 6, pagesBefore: 3, records: 60, events: [{ kind: 'resumed', page: 4 }] },
  })
  expect(server.asked.slice(asked).filter((cursor) => cursor !== undefined)).toEqual(['c4', 'c5', 'c6'])
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60))
  expect(await outputs()).toEqual(['out.ndjson'])
})

test('clavis list: says how to resume if writing the file fails', async () => {
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  faults.set('c4', (response) => {
    // Makes the write fail, as on a full or missing disk.
    mkdirSync(file('out.ndjson'))
    response.writeHead(200).end(ground.page(4))
  })
  const failed = await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))
  expect(failed).toMatchObject({ code: 69, error: expect.stringContaining('disk-failed') as string })
  expect(failed.error).toContain('Stopped after 60 records (6 pages).')
  expect(failed.error).toContain(`Resume with --resume ${file('out.ndjson')}`)

  faults.clear()
  await rmdir(file('out.ndjson'))
  const asked = ground.pagesAsked()
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 0 })
  expect(ground.pagesAsked()).toBe(asked)
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60))
})

test('clavis list --resume-or-start: starts a file, resumes it, and starts it again once it is complete', async () => {
  faults.set('c4', refusal)
  const load = (): Promise<CommandOutcome> =>
    clavis('list', 'Acme', 'reports', '--resume-or-start', file('out.ndjson'), '--max', '50')
  expect(await load()).toMatchObject({ code: 77, error: expect.stringContaining('after 30 records') as string })
  faults.clear()
  for (const pages of [
    ['c4', 'c5'],
    ['c2', 'c3', 'c4', 'c5'],
  ]) {
    const asked = server.asked.length
    expect(await load()).toMatchObject({ code: 0, error: '' })
    expect(server.asked.slice(asked).filter((cursor) => cursor !== undefined)).toEqual(pages)
    expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(50))
  }
  expect(await clavis('list', 'Acme', 'reports', '--resume-or-start', file('a'), '--out', file('b'))).toMatchObject({
    code: 65,
  })
})

test('clavis list --resume: continues after pages without records', async () => {
  faults.set(undefined, pageOf([], 'c2', 'false')).set('c2', refusal)
  const broken = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  expect(broken).toMatchObject({ code: 77, error: expect.stringContaining('--resume') as string })
  faults.set('c2', pageOf([], 'c3', 'false')).set('c3', refusal)
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 77 })
  faults.clear()
  const asked = server.asked.length
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 0 })
  expect(server.asked.slice(asked).filter((cursor) => cursor !== undefined)).toEqual(['c3', 'c4', 'c5', 'c6'])
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60).split('\n').slice(20).join('\n'))
})

test('clavis list --resume: requests only the pages that --max still needs', async () => {
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  faults.clear()
  const asked = server.asked.length
  const resumed = await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'), '--max', '50')
  expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('Wrote 50 records (5 pages)') as string })
  expect(server.asked.slice(asked).filter((cursor) => cursor !== undefined)).toEqual(['c4', 'c5'])
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(50))
})

test('clavis list --resume: continues a download that was interrupted several times', async () => {
  faults.set('c3', refusal).set('c5', refusal)
  expect(await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))).toMatchObject({ code: 77 })
  faults.delete('c3')
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({
    code: 77,
    error: expect.stringContaining('40 records (4 pages)') as string,
  })
  faults.clear()
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 0 })
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60))
})

test('clavis list --resume: never follows a cursor back to a page of an earlier download', async () => {
  faults.set('c4', pageOf([record(99)], 'c2', 'false'))
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  for (let time = 0; time < 3; time += 1) {
    expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({
      error: expect.stringMatching(/list-cursor-repeated.*Stopped after 30 records \(3 pages\)/u) as string,
    })
    // The page that leads back is stored, too, and will be replaced.
    expect(await ground.loaded('out.ndjson.partial')).toBe(`${lines(30)}${record(99)}\n`)
  }
  faults.clear()
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 0 })
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60))
})

test('clavis list: names the cursor if it is refused, and the address if the first page is refused', async () => {
  faults.set('c4', (response) => response.writeHead(410).end('gone'))
  const late = await clavis('list', 'Acme', 'reports', '--out', file('late.ndjson'))
  expect(late).toMatchObject({ code: 77, error: expect.stringContaining('may have expired') as string })
  expect(late.error).not.toContain('Check the address')
  faults.set(undefined, (response) => response.writeHead(410).end('gone'))
  const first = await clavis('list', 'Acme', 'reports', '--out', file('first.ndjson'))
  expect(first).toMatchObject({ code: 77, error: expect.stringContaining('Check the address') as string })
})

test.each([400, 404, 410, 422])(
  'clavis list --resume: reports an expired cursor (status %d) and keeps the loaded records',
  async (status) => {
    faults.set('c4', refusal)
    await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
    faults.set('c4', (response) => response.writeHead(status).end('gone'))
    const refused = await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))
    expect(refused).toMatchObject({ code: 77, error: expect.stringContaining('list-cursor-refused') as string })
    expect(refused.error).not.toContain('--resume')
    expect(await ground.loaded('out.ndjson.partial')).toBe(lines(30))
  },
)

test('clavis list --resume-or-start: starts over if the cursor expired, and keeps the old records until complete', async () => {
  const load = (): Promise<CommandOutcome> => clavis('list', 'Acme', 'reports', '--resume-or-start', file('out.ndjson'))
  faults.set('c4', refusal)
  await load()
  const gone: ListAnswer = (response) => response.writeHead(410).end('gone')
  faults.set('c4', gone).set(undefined, refusal)
  expect(await load()).toMatchObject({ code: 77, error: expect.stringContaining('no longer accepts') as string })
  expect(await ground.loaded('out.ndjson.partial')).toBe(lines(30))

  faults.clear()
  // This load fails at its third page; when the next one resumes it, that cursor is gone, too.
  faults.set('c4', gone).set('c3', refusal)
  expect(await load()).toMatchObject({ code: 77, error: expect.stringContaining('after 20 records') as string })
  expect(await ground.loaded('out.ndjson.partial.old')).toBe(lines(30))
  expect(await ground.loaded('out.ndjson.partial')).toBe(lines(20))
  let isGone = true
  faults.clear()
  faults.set('c3', (response) => {
    if (isGone) response.writeHead(410).end('gone')
    else response.end(pageOf([record(20)], null, 'true'))
    isGone = false
  })
  const done = await load()
  expect(done).toMatchObject({ code: 0, out: `Wrote 21 records (3 pages) to ${file('out.ndjson')}.\n` })
  expect(done.error.trim().split('\n')).toEqual([expect.stringContaining(`${file('out.ndjson')}.partial.old`)])
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(21))
  expect(await outputs()).toEqual(['out.ndjson'])
})

test.each([
  [401, 'service-unauthorized', 'clock'],
  [403, 'service-refused', 'scopes'],
  [409, 'service-refused', 'status 409'],
])('clavis list --resume: keeps the error of another refusal (status %d)', async (status, code, words) => {
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  await clavis('list', 'Acme', 'reports', '--snapshot', 'monday')
  faults.set('c4', (response) => response.writeHead(status).end())
  for (const kept of [
    ['--resume', file('out.ndjson')],
    ['--snapshot', 'monday'],
  ]) {
    const refused = await clavis('list', 'Acme', 'reports', ...kept)
    expect(refused).toMatchObject({ code: 77, error: expect.stringContaining(`clavis: ${code}`) as string })
    expect(refused.error).toContain(words)
    expect(refused.error).toContain(`Resume with ${kept[0]}`)
  }
  faults.clear()
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 0 })
})

test('clavis list: leaves no file if the first page fails', async () => {
  faults.set(undefined, refusal)
  const outcome = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  expect(outcome).toMatchObject({ code: 77, error: expect.stringContaining('no file was written') as string })
  expect(await outputs()).toEqual([])
})

/** Changes the profile's client ID. */
async function changeClient(): Promise<void> {
  const profiles = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID })
  const { profile } = await profiles.find('Acme')
  expect(profile.clientId).toBe('acme')
  await profiles.changeSettings(profile.id, (settings) => ({ ...settings, clientId: 'other' }))
  await profiles.database.end()
}

test('clavis list --resume: refuses another client ID and leaves the interrupted file unchanged', async () => {
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  await clavis('list', 'Acme', 'reports', '--snapshot', 'monday')
  faults.clear()
  await changeClient()
  const refused = { code: 65, error: expect.stringContaining('client ID') as string }
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject(refused)
  expect(await ground.loaded('out.ndjson.partial')).toBe(lines(30))

  // A snapshot of the old client is not completed with records of the new one.
  const kept = ['list', 'Acme', 'reports', '--snapshot', 'monday', '--out', file('out.other')]
  expect(await clavis(...kept)).toMatchObject({ code: 77, error: expect.stringContaining('no file') as string })
  expect(await outputs()).toEqual(['out.ndjson.partial'])
})

test('clavis list: stops if the client ID changes during a load', async () => {
  faults.set('c4', (response) => void changeClient().then(() => response.writeHead(401).end()))
  expect(await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))).toMatchObject({
    code: 77,
    error: expect.stringContaining('The client ID of “Acme” changed') as string,
  })
  expect(await ground.loaded('out.ndjson.partial')).toBe(lines(30))
})

test('clavis list: leaves an interrupted file unchanged if the command fails before its first page', async () => {
  expect(await clavis('list', 'Acme', 'reports', '--snapshot', 'monday')).toMatchObject({ code: 0 })
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  faults.clear()
  const asked = server.asked.length
  const refused = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'), '--snapshot', 'monday')
  expect(refused).toMatchObject({ code: 65, error: expect.stringContaining('“monday” already') as string })
  expect(server.asked.length).toBe(asked)
  faults.set(undefined, refusal)
  expect(await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))).toMatchObject({ code: 77 })
  expect(await outputs()).toEqual(['out.ndjson.partial'])

  faults.clear()
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({ code: 0 })
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60))
})

test.each(['ndjson', 'csv'])('clavis list: requests nothing for an unwritable %s file', async (format) => {
  await mkdir(file('out.folder'))
  const socket = createServer().listen(file('out.socket'))
  await once(socket, 'listening')
  for (const [name, words] of [
    ['nowhere/out', 'its folder does not exist'],
    ['clavis.db/out', 'part of its path is not a folder'],
    ['out.folder', 'a folder has that name'],
    ['out.socket', 'a device or a pipe has that name'],
  ] as const) {
    const outcome = await clavis('list', 'Acme', 'reports', '--format', format, '--out', file(name))
    expect(outcome).toMatchObject({ code: 69, error: expect.stringContaining(words) as string })
    expect(await clavis('diff', file('clavis.db'), 'x', '--out', file(name))).toEqual(outcome)
  }
  expect(server.asked).toEqual([])
  expect((await stat(file('out.socket'))).isSocket()).toBe(true)
  expect(await outputs()).toEqual(['out.folder', 'out.socket'])
  await new Promise((ended) => socket.close(ended))
})

test.each<[string, (text: string) => string]>([
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['a line break', (text) => text.replace(',"next"', '\r\n,"next"')],
  ['a longer record', (text) => text.replace('=7', '=7 (checked)')],
])('clavis list --resume: refuses a file to which an editor added %s, and leaves it', async (_what, change) => {
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  faults.clear()
  const partial = await readFile(file('out.ndjson.partial'), 'latin1')
  const changed = Buffer.from(change(partial), 'latin1')
  await writeFile(file('out.ndjson.partial'), changed)
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({
    code: 65,
    error: expect.stringContaining('list-file-damaged') as string,
  })
  expect(await readFile(file('out.ndjson.partial'))).toEqual(changed)
  expect(await outputs()).toEqual(['out.ndjson.partial'])
})

test('clavis list --resume: refuses a download that cannot be resumed', async () => {
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({
    code: 65,
    error: expect.stringContaining('no interrupted download') as string,
  })
  faults.set('c4', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  expect(await clavis('list', 'Acme', 'report-configs', '--resume', file('out.ndjson'))).toMatchObject({
    code: 65,
    error: expect.stringContaining('another list') as string,
  })
  await writeFile(file('out.ndjson.partial'), record(0))
  expect(await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'))).toMatchObject({
    code: 65,
    error: expect.stringContaining('can’t be read') as string,
  })
  const asCsv = ['list', 'Acme', 'reports', '--resume', file('out.ndjson'), '--format', 'csv']
  expect(await clavis(...asCsv)).toMatchObject({ code: 65 })
  expect(await clavis('list', 'Acme', 'reports')).toMatchObject({ code: 65 })
})

test.each([1, 10, 25, 55, 60, 1000])('clavis list --max: stops at %d records', async (max) => {
  const outcome = await clavis('--json', 'list', 'Acme', 'reports', '--out', file('out.ndjson'), '--max', String(max))
  expect(JSON.parse(outcome.out)).toMatchObject({ records: Math.min(max, 60), complete: max >= 60 })
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(Math.min(max, 60)))
  const pages = server.asked.filter((cursor) => cursor !== undefined)
  expect(pages.length).toBeLessThanOrEqual(Math.min(5, Math.ceil(max / 10)))
})

test('clavis list --max: reports an export as complete if all records are written, not if the last page is loaded', async () => {
  const most = ['list', 'Acme', 'reports', '--max', '55']
  const plain = await clavis(...most, '--out', file('out.ndjson'), '--snapshot', 'monday')
  expect(plain.out).toBe(
    `Wrote 55 records (6 pages) to ${file('out.ndjson')}. More available.\nSaved 60 records (6 pages) as “monday”.\n`,
  )
  const csv = await clavis('--json', ...most, '--out', file('out.csv'), '--format', 'csv')
  expect(JSON.parse(csv.out)).toMatchObject({ records: 55, complete: false })
})

test.each([
  ['a new file', ['--out', 'out.ndjson']],
  ['a table', ['--out', 'out.csv', '--format', 'csv']],
  ['a snapshot', ['--snapshot', 'monday']],
])('clavis list --max: %s gets its records even if a later page fails', async (_what, [option, name, ...rest]) => {
  // The first page has one record, so the number of pages needed is overestimated.
  faults.set(undefined, pageOf([record(0)], 'c2', 'false'))
  faults.set('c3', refusal)
  const target = option === '--out' ? file(name ?? '') : (name ?? '')
  const outcome = await clavis('--json', 'list', 'Acme', 'reports', option ?? '', target, ...rest, '--max', '11')
  expect(outcome).toMatchObject({ code: 0, error: '' })
  expect(JSON.parse(outcome.out)).toMatchObject({ records: 11, complete: false })
  expect((await outputs()).filter((left) => left !== name)).toEqual([])
})

test('clavis list --max: does not count a page of a snapshot that must be loaded again', async () => {
  const records = (from: number): string[] => Array.from({ length: 10 }, (_, index) => record(from + index))
  faults.set('c2', pageOf(records(90), null, 'false'))
  expect(await clavis('list', 'Acme', 'reports', '--snapshot', 'monday')).toMatchObject({ code: 69 })
  const most = ['list', 'Acme', 'reports', '--snapshot', 'monday', '--max', '15']
  const table = [...most, '--format', 'json', '--out', file('out.json')]
  for (const args of [most, table])
    expect(await clavis(...args)).toMatchObject({
      code: 69,
      error: expect.stringContaining('has no “next” cursor') as string,
    })
  expect(await outputs()).toEqual([])

  // The records of the page as it is now are written.
  faults.clear()
  const saved = await clavis('--json', ...table)
  expect(JSON.parse(saved.out)).toMatchObject({ records: 15, complete: false, report: { events: [{ page: 2 }] } })
  expect(await readFile(file('out.json'), 'utf8')).toBe(`[\n${lines(15).trimEnd().replaceAll('\n', ',\n')}\n]\n`)
})

test('clavis list --max: leaves a file with more records unchanged and prints its size', async () => {
  faults.set('c6', refusal)
  await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'))
  faults.clear()
  const asked = server.asked.length
  const resumed = await clavis('list', 'Acme', 'reports', '--resume', file('out.ndjson'), '--max', '20')
  expect(resumed).toMatchObject({
    code: 0,
    out: `Wrote 50 records (5 pages) to ${file('out.ndjson')}. More available.\n`,
  })
  expect(server.asked.length).toBe(asked)
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(50))
})

test.each([
  ['an existing file', true],
  ['a new file', false],
])('clavis list --out: writes through a link to %s and keeps the link', async (_what, isThere) => {
  await mkdir(file('outs'))
  const real = file('outs/october')
  if (isThere) await writeFile(real, 'as it was')
  await symlink(join('outs', 'october'), file('latest'))
  const save = (...args: string[]): Promise<CommandOutcome> => clavis('list', 'Acme', 'reports', ...args)
  expect(await save('--out', file('latest'), '--force', '--format', 'json')).toMatchObject({ code: 0 })
  expect(JSON.parse(await readFile(real, 'utf8'))).toHaveLength(60)

  faults.set('c4', refusal)
  expect(await save('--out', file('latest'), '--force')).toMatchObject({ code: 77 })
  expect((await readdir(file('outs'))).toSorted()).toEqual(['october', 'october.partial'])
  faults.clear()
  expect(await save('--resume', file('latest'))).toMatchObject({ code: 0 })
  expect(await readFile(real, 'utf8')).toBe(lines(60))
  expect((await lstat(file('latest'))).isSymbolicLink()).toBe(true)
  expect(await readdir(file('outs'))).toEqual(['october'])
})

test('clavis list --format: CSV, XLSX and Parquet follow the options', async () => {
  const csv = ['--format', 'csv', '--csv-delimiter', 'semicolon', '--csv-bom', '--max', '1']
  expect(await clavis('list', 'Acme', 'reports', '--out', file('out.csv'), ...csv)).toMatchObject({ code: 0 })
  expect(await readFile(file('out.csv'), 'utf8')).toBe('\uFEFFid;t\r\n0;ü=0\r\n')
  const parquet = ['--format', 'parquet', '--out', file('out.parquet')]
  expect(await clavis('list', 'Acme', 'reports', ...parquet)).toMatchObject({ code: 0 })
  expect((await readFile(file('out.parquet'))).subarray(0, 4).toString()).toBe('PAR1')
  const xlsx = ['--format', 'xlsx', '--columns', 't,id', '--max', '2', '--out', file('out.xlsx')]
  expect(await clavis('list', 'Acme', 'reports', ...xlsx)).toMatchObject({ code: 0, error: '' })
  expect((await readXlsx(await readFile(file('out.xlsx')))).sheets[0]?.rows).toEqual([
    ['t', 'id'],
    ['ü=0', 0],
    ['ü=1', 1],
  ])
  expect(await clavis('list', 'Acme', 'reports', '--out', 'x', '--max', '0')).toMatchObject({ code: 64 })
})

test('clavis list --out -: prints all records, and its messages on standard error', async () => {
  const printed = await clavis('list', 'Acme', 'reports', '--out', '-')
  expect(printed).toMatchObject({ code: 0, out: lines(60) })
  expect(printed.error).toContain('Wrote 60 records (6 pages) to standard output.')
  const csv = await clavis('list', 'Acme', 'reports', '--out', '-', '--format', 'csv', '--columns', 'id', '--max', '2')
  expect(csv.out.replaceAll('\r', '')).toBe('id\n0\n1\n')
  const saved = await clavis('list', 'Acme', 'reports', '--out', '-', '--format', 'json', '--snapshot', 'monday')
  expect(JSON.parse(saved.out)).toHaveLength(60)
  expect(saved.error).toContain('Saved 60 records')
  // What was loaded before a failure is not printed as if it were all.
  faults.set('c4', refusal)
  expect(await clavis('list', 'Acme', 'reports', '--out', '-')).toMatchObject({ code: 77, out: '' })
  expect(await readdir(join(folder, 'runs'))).toEqual([])
})

test('list --out -, --out -: options and commands that need a file refuse standard output as wrong arguments', async () => {
  const list = ['list', 'Acme', 'reports']
  for (const args of [
    [...list, '--out', '-', '--format', 'parquet'],
    [...list, '--out', '-', '--format', 'xlsx'],
    ['--json', ...list, '--out', '-'],
    [...list, '--resume', '-'],
    [...list, '--resume-or-start', '-'],
    ['diff', 'a', 'b', '--out', '-'],
    ['profile', 'export', '--out', '-'],
    ['backup', 'create', '--out', '-'],
    ['csr', 'Acme', '--subject', 'CN=a', '--out', '-'],
    ['csr', 'Acme', '--subject', 'CN=a', '--out-dir', '-'],
    ['certificate', 'bundle', 'Acme', '--out', '-'],
    ['replace', 'start', 'Acme', '--out-dir', '-'],
    ['expiry', '--ics', '-'],
    ['check', '--metrics', '-'],
  ])
    expect(await clavis(...args), args.join(' ')).toMatchObject({ code: 64, out: '' })
  expect(server.asked).toEqual([])
})

test('--data-dir: a folder that does not exist is an error, unless the command begins one', async () => {
  const missing = file('gone')
  for (const args of [['profile', 'list'], ['expiry'], ['check'], ['list', 'Acme', 'reports', '--out', file('a')]])
    expect(await runCommand(missing, '', args)).toMatchObject({
      code: 65,
      error: expect.stringContaining(`The data folder ${missing} does not exist.`) as string,
    })
  expect(existsSync(missing)).toBe(false)
  const settings = ['environment=mock', 'clientId=acme', 'tokenUrl=https://auth.example.com/token']
  expect(await runCommand(missing, '', ['profile', 'create', 'Acme', ...settings])).toMatchObject({ code: 0 })
  expect(await runCommand(missing, '', ['profile', 'list'])).toMatchObject({ code: 0 })
})

test('list: an error with status 200 that echoes the token is quoted without it', async () => {
  const token = 'Zq8x7YvN2m'
  ground.token = `{"access_token":"${token}","token_type":"Bearer","expires_in":3600}`
  const echo = { title: `Bad token ${token}`, detail: `Authorization: Bearer ${token} may not read` }
  ground.faults.set('c2', `${JSON.stringify({ errors: [echo] })}\n`)
  for (const format of ['ndjson', 'csv']) {
    const { code, error } = await clavis(
      'list',
      'Acme',
      'reports',
      '--format',
      format,
      '--out',
      file(`out.${format}`),
      '--json',
    )
    expect(code).toBe(69)
    expect(error).toContain('Bad token …')
    expect(error).not.toContain(token)
  }
})

test('Data folder: a missing default one is named, with and without --json, unless the command begins one', async () => {
  const env = { ...process.env, XDG_CONFIG_HOME: file('unmounted') }
  const named = `The data folder ${join(file('unmounted'), 'Clavis')} does not exist: there are no profiles.`
  for (const args of [['profile', 'list'], ['expiry'], ['profile', 'list', '--json']])
    expect((await runWithEnvironment(env, '', args)).error, args.join(' ')).toContain(named)
  expect(await runWithEnvironment(env, '', ['completion', 'bash'])).toMatchObject({ code: 0, error: '' })
  await mkdir(join(file('unmounted'), 'Clavis'), { recursive: true, mode: 0o700 })
  expect(await runWithEnvironment(env, '', ['profile', 'list'])).toMatchObject({ code: 0, error: '' })
})

test('list --out, diff --out: an existing file is overwritten with --force only, before any request', async () => {
  for (const format of ['ndjson', 'csv']) {
    await writeFile(file('out'), 'precious')
    const list = ['list', 'Acme', 'reports', '--format', format, '--out', file('out')]
    const asked = server.asked.length
    expect(await clavis(...list)).toMatchObject({ code: 65, error: expect.stringContaining('--force') as string })
    expect(server.asked).toHaveLength(asked)
    expect(await readFile(file('out'), 'utf8')).toBe('precious')
    expect(await clavis(...list, '--force')).toMatchObject({ code: 0 })
    expect(await readFile(file('out'), 'utf8')).not.toBe('precious')
  }
  await writeFile(file('a'), lines(3))
  await writeFile(file('b'), lines(4))
  expect(await clavis('diff', file('a'), file('b'), '--out', file('out'))).toMatchObject({ code: 65 })
  expect(await clavis('diff', file('a'), file('b'), '--out', file('out'), '--force')).toMatchObject({ code: 1 })
})

test('list --columns: keeps an escaped blank at the end of a name', async () => {
  faults.set(undefined, pageOf(['{"a ":1," b":2}'], null, 'true'))
  const columns = ['--columns', String.raw` a\  , \ b `]
  expect(
    await clavis('list', 'Acme', 'reports', '--format', 'csv', '--out', file('out.csv'), ...columns),
  ).toMatchObject({ code: 0, error: '' })
  expect(await readFile(file('out.csv'), 'utf8')).toBe('a , b\r\n1,2\r\n')
})

test('clavis list --columns: CSV has the chosen columns in their order', async () => {
  faults.set(undefined, pageOf(['{"id":1,"o":{"t":"x","u":2},"a,b":7}', '{"id":2,"p":3}'], null, 'true'))
  const table = (...args: string[]): Promise<CommandOutcome> =>
    clavis('list', 'Acme', 'reports', '--format', 'csv', '--force', '--out', file('out.csv'), ...args)
  expect(await table('--columns', String.raw`o.u, o,id,a\,b`)).toMatchObject({ code: 0, error: '' })
  expect(await readFile(file('out.csv'), 'utf8')).toBe('o.u,o,id,"a,b"\r\n2,"{""t"":""x"",""u"":2}",1,7\r\n,,2,\r\n')

  const misspelt = await table('--columns', 'o.tt,id,other', '--max', '1')
  expect(misspelt).toMatchObject({
    code: 0,
    error:
      'clavis: No record has “o.tt”; column left empty. Did you mean “o.t”?\n' +
      'clavis: No record has “other”; column left empty.\n',
  })
  expect(await readFile(file('out.csv'), 'utf8')).toBe('o.tt,id,other\r\n,1,\r\n')
  const asJson = await clavis(
    '--json',
    'list',
    'Acme',
    'reports',
    '--columns',
    'x',
    '--format',
    'parquet',
    '--out',
    file('out.parquet'),
  )
  expect(JSON.parse(asJson.out)).toMatchObject({ absentColumns: ['x'] })
})

test('list --types: fixes Parquet types; without it, a notice says that they fit this file', async () => {
  faults.set(undefined, pageOf(['{"id":1,"a,b":{"c:d":7},"p ":1}', '{"id":2,"a,b":{"c:d":1.5}}'], null, 'true'))
  const parquet = (...args: string[]): Promise<CommandOutcome> =>
    clavis('list', 'Acme', 'reports', '--format', 'parquet', '--force', '--out', file('out.parquet'), ...args)
  expect(await parquet()).toMatchObject({
    code: 0,
    error: expect.stringContaining('The types of “id” and 2 more columns fit the values in this file') as string,
  })
  const types = String.raw`id:integer, a\,b.c:d : decimal(18, 2),p\ :text,absent:timestamp`
  expect(await parquet('--types', types)).toMatchObject({
    code: 0,
    error: 'clavis: No record has “absent”; column left empty.\n',
  })
  expect(await parquet('--types', 'id:decimal(9,2)', '--columns', String.raw`id,p\ `)).toMatchObject({
    code: 0,
    error: expect.stringContaining('The type of “p ” fits') as string,
  })
  expect(await parquet('--types', String.raw`a\,b.c:d:integer`)).toMatchObject({
    code: 65,
    error: expect.stringContaining('Record 2') as string,
  })
  for (const type of ['date', 'local-timestamp', 'timestamp(9)', 'local-timestamp( 9 )'])
    expect(await parquet('--types', `id:integer,p\\ :integer,a\\,b.c:d:double,absent:${type}`)).toMatchObject({
      code: 0,
    })
})

test('clavis diff: a field that was just refused as the identifier is not recommended', async () => {
  await writeFile(file('a'), '{"id":1,"key":"a","v":1}\n{"id":1,"key":"b","v":1}\n')
  await writeFile(file('b'), '{"id":1,"v":1}\n{"id":1,"v":2}\n')
  const run = await clavis('diff', file('a'), file('a'))
  expect(run).toMatchObject({ code: 65, error: expect.stringContaining('“id” does not tell records apart') as string })
  expect(run.error).toContain('Choose it with --id PATH, for example key.')
  expect(await clavis('diff', file('b'), file('b'))).toMatchObject({
    code: 65,
    error: expect.stringContaining('Choose another with --id PATH. No other field') as string,
  })
})

test('list --format parquet: a note says which column with numbers is text, and because of what', async () => {
  faults.set(undefined, pageOf(['{"t":"x","amount":1}', '{"t":"","amount":""}'], null, 'true'))
  const args = ['list', 'Acme', 'reports', '--format', 'parquet', '--force', '--out', file('out.parquet')]
  const note = 'clavis: “amount” is saved as text: its value in record 2, "", fits no other type.\n'
  expect(await clavis(...args)).toMatchObject({ code: 0, error: expect.stringContaining(note) as string })
  const asJson = await clavis('--json', ...args)
  expect(JSON.parse(asJson.out)).toMatchObject({ textColumns: [{ path: 'amount', record: 2, value: '""' }] })
  expect((await clavis(...args, '--types', 'amount:text')).error).toBe('')
})

test('list --format xlsx: a note says which numbers are text, and a text that no cell holds is refused', async () => {
  faults.set(undefined, pageOf(['{"id":1}', '{"id":12345678901234567890}'], null, 'true'))
  const args = ['list', 'Acme', 'reports', '--format', 'xlsx', '--force', '--out', file('out.xlsx')]
  const note = 'the first in record 2: 12345678901234567890.\n'
  expect(await clavis(...args)).toMatchObject({ code: 0, error: expect.stringContaining(note) as string })
  expect(JSON.parse((await clavis('--json', ...args)).out)).toMatchObject({ textColumns: [{ path: 'id', record: 2 }] })
  faults.set(undefined, pageOf([JSON.stringify({ id: 'x'.repeat(40_000) })], null, 'true'))
  expect(await clavis(...args)).toMatchObject({
    code: 65,
    error: expect.stringContaining('A cell of Excel holds 32,767.') as string,
  })
})

test.each([
  [['--format', 'csv', '--types', 'id:text'], 65],
  [['--format', 'parquet', '--types', 'id:text', '--columns', 't'], 65],
  [['--format', 'parquet', '--types', 'id:decimal(39,2)'], 64],
  [['--format', 'parquet', '--types', 'id:decimal(2,3)'], 64],
  [['--format', 'parquet', '--types', 'id:money'], 64],
  [['--format', 'parquet', '--types', 'id:timestamp(7)'], 64],
  [['--format', 'parquet', '--types', 'id'], 64],
  [['--format', 'parquet', '--types', ''], 64],
  [['--format', 'parquet', '--types', 'id:text,id:double'], 64],
  [['--format', 'csv', '--columns', 'id,,t'], 64],
  [['--format', 'csv', '--columns', 'id,t,id'], 64],
  [['--format', 'csv', '--columns', String.raw`id,\id`], 64],
  [['--format', 'csv', '--columns', 'id', '--nested', 'json'], 64],
  [['--columns', 'id'], 65],
])('list --columns: refuses %j before any request', async (args, code) => {
  expect(await clavis('list', 'Acme', 'reports', '--out', file('out.csv'), ...args)).toMatchObject({ code })
  expect(server.asked).toEqual([])
})

test('diff: equal records that repeat count once and are reported; others are an error that names them', async () => {
  await writeFile(file('a'), '{"id":1,"v":"a"}\n{"id":2,"v":"b"}\n{"id":1,"v":"a"}\n')
  await writeFile(file('b'), '{"id":1,"v":"a"}\n{"id":3,"v":"c"}\n{"id":3,"v":"c"}\n')
  for (const by of [[], ['--id', 'id']]) {
    expect(await clavis('diff', file('a'), file('b'), ...by)).toMatchObject({
      code: 1,
      out:
        '1 added, 1 removed, 0 changed, 1 unchanged (by “id”).\n' +
        'Repeated records, counted once: 1 in the first list, 1 in the second.\n',
    })
    await writeFile(file('c'), '{"id":1,"v":"a"}\n{"id":1,"v":"a"}\n{"id":1,"v":"z"}\n')
    expect(await clavis('diff', file('a'), file('c'), ...by)).toMatchObject({
      code: 65,
      error: expect.stringMatching(/records 1 and 3 of the later list.*"v":"z"/u) as string,
    })
  }
  // More than one page of a file, the second like the first.
  await writeFile(file('many'), '{"id":1}\n'.repeat(1500))
  await writeFile(file('one'), '{"id":1}\n')
  expect(await clavis('diff', file('many'), file('one'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('1,499 in the first') as string,
  })
})

test.each([
  [['v:2026-11-03', '--time-zone', 'America/New_York'], 1, [2, 0, 1, 1]],
  [['v:2026-11-03', '--time-zone', 'UTC'], 1, [0, 1, 1, 0]],
  // Only the old version of “moved”, and only the new one.
  [['v:2026-11-02', '--time-zone', 'UTC'], 1, [0, 0, 1, 0]],
  [['v:2026-11-05', '--time-zone', 'UTC'], 1, [0, 0, 1, 0]],
  // A column that only the second list has.
  [['only:x'], 1, [1, 0, 0, 0]],
  [['id:same'], 0, [0, 0, 0, 1]],
  [['id:twice'], 0, [0, 0, 0, 1]],
  [['id:none'], 0, [0, 0, 0, 0]],
])('clavis diff --filter: compares the records whose old or new version matches, %j', async (options, code, counts) => {
  const written = (records: Record<string, unknown>): string =>
    Object.entries(records)
      .flatMap(([id, v]) =>
        Array.from({ length: id === 'twice' ? 2 : 1 }, () => `${JSON.stringify({ id, ...(v as object) })}\n`),
      )
      .join('')
  const both = { same: { v: '2026-11-04T04:00Z' }, twice: { v: '2020-01-01' } }
  const moved = (v: string): object => ({ moved: { v } })
  await writeFile(
    file('a'),
    written({
      ...both,
      ...moved('2026-11-02T01:00Z'),
      edited: { v: '2026-11-03T10:00Z' },
      gone: { v: '2026-11-03T02:00Z' },
    }),
  )
  await writeFile(
    file('b'),
    written({
      ...both,
      ...moved('2026-11-05T10:00Z'),
      edited: { v: '2026-11-03T10:00Z', w: 1 },
      added: { v: '2026-11-04T03:00Z', only: 'x' },
      new: { v: '2026-11-04T02:00Z' },
    }),
  )
  const [added, gone, changed, same] = counts
  const run = await clavis('--json', 'diff', file('a'), file('b'), '--out', file('out'), '--filter', ...options)
  expect(run).toMatchObject({ code, error: '' })
  expect(JSON.parse(run.out)).toMatchObject({
    added,
    gone,
    changed,
    same,
    repeatedBefore: options[0] === 'id:twice' ? 1 : 0,
  })
  expect((await readFile(file('out'), 'utf8')).split('\n').length - 1).toBe((added ?? 0) + (gone ?? 0) + (changed ?? 0))
})

test.each([
  [['--filter', 'c:x'], '--filter: No column “c”'],
  [['--time-zone', 'UTC'], '--time-zone needs --filter'],
  [['--filter', 'v:today', '--time-zone', 'Mars/Olympus'], 'Unknown time zone'],
  [['--filter', 'v:1', '--id', 'none'], 'no record that the filter matches has the field “none”'],
])('clavis diff: refuses %j', async (options, words) => {
  await writeFile(file('a'), '{"id":1,"v":1}\n')
  const run = await clavis('diff', file('a'), file('a'), ...options)
  expect(run.code).not.toBe(0)
  expect(run.error).toContain(words)
})

test('clavis diff --out: refuses to overwrite a file that is compared', async () => {
  await writeFile(file('monday.ndjson'), lines(3))
  await writeFile(file('tuesday.ndjson'), lines(4))
  await symlink('tuesday.ndjson', file('latest'))
  for (const [before, after, out] of [
    ['monday.ndjson', 'tuesday.ndjson', 'tuesday.ndjson'],
    ['monday.ndjson', 'tuesday.ndjson', 'latest'],
    ['latest', 'monday.ndjson', 'tuesday.ndjson'],
  ] as const)
    expect(await clavis('diff', file(before), file(after), '--out', file(out), '--force')).toMatchObject({
      code: 65,
      error: expect.stringContaining('which is being compared') as string,
    })
  expect(await readFile(file('tuesday.ndjson'), 'utf8')).toBe(lines(4))
  expect(await clavis('diff', file('latest'), file('monday.ndjson'), '--out', file('out'))).toMatchObject({ code: 1 })
})

test('clavis list --snapshot: saves a load, continues it, and compares it', async () => {
  faults.set('c4', refusal)
  const broken = await clavis('list', 'Acme', 'reports', '--snapshot', 'first')
  expect(broken).toMatchObject({ code: 77, error: expect.stringContaining('--snapshot "first"') as string })
  const listed = await clavis('snapshot', 'list')
  expect(listed.out).toMatch(/first +Acme +reports +30 records \(incomplete\)/u)

  faults.clear()
  const asked = server.asked.length
  const whole = await clavis('--json', 'list', 'Acme', 'reports', '--snapshot', 'first', '--out', file('out.ndjson'))
  expect(JSON.parse(whole.out)).toMatchObject({ records: 60, complete: true, snapshot: { name: 'first' } })
  expect(server.asked.slice(asked).filter((cursor) => cursor !== undefined)).toEqual(['c4', 'c5', 'c6'])
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(60))
  expect(await clavis('list', 'Acme', 'reports', '--snapshot', 'first')).toMatchObject({ code: 65 })

  expect(await clavis('diff', 'first', file('out.ndjson'))).toMatchObject({
    code: 0,
    out: '0 added, 0 removed, 0 changed, 60 unchanged (by “id”).\n',
  })
  await writeFile(
    file('other.ndjson'),
    lines(60)
      .replace('ü=7"', 'u=7"')
      .replace(`${record(9)}\n`, ''),
  )
  const compared = await clavis('--json', 'diff', 'first', file('other.ndjson'), '--out', file('out.diff'))
  expect(compared.code).toBe(1)
  expect(JSON.parse(compared.out)).toMatchObject({ id: 'id', added: 0, gone: 1, changed: 1, same: 58 })
  expect((await readFile(file('out.diff'), 'utf8')).trimEnd().split('\n')).toEqual([
    '{"change":"changed","id":7,"fields":["t"],"before":{"t":"ü=7"},"after":{"t":"u=7"}}',
    `{"change":"gone","id":9,"before":${record(9)}}`,
  ])
  expect(await clavis('diff', 'first', 'nothing')).toMatchObject({ code: 65 })
  expect(await clavis('diff', 'first', file('other.ndjson'), '--id', 't')).toMatchObject({ code: 1 })
  expect(await clavis('diff', 'first', file('other.ndjson'), '--id', 'ident')).toMatchObject({
    code: 65,
    error: expect.stringContaining('no record has the field “ident”') as string,
  })

  await writeFile(file('without.ndjson'), `${record(0)}\n{"t":"a"}\n{"id":null}\n`)
  expect(await clavis('diff', file('without.ndjson'), file('without.ndjson'), '--id', 'id')).toMatchObject({
    code: 1,
    out:
      '0 added, 0 removed, 0 changed, 1 unchanged (by “id”).\n' + 'Not compared: 2 before and 2 after have no “id”.\n',
  })

  await writeFile(file('empty.ndjson'), '')
  expect(await clavis('diff', file('empty.ndjson'), file('empty.ndjson'))).toMatchObject({
    code: 0,
    out: '0 added, 0 removed, 0 changed, 0 unchanged.\n',
  })

  expect(JSON.parse(compared.out)).toMatchObject({ completeBefore: true, completeAfter: null })

  expect(await clavis('list', 'Acme', 'reports', '--snapshot', 'part', '--max', '10')).toMatchObject({ code: 0 })
  expect(await clavis('diff', 'first', 'part')).toMatchObject({
    code: 1,
    out: '0 added, 50 removed, 0 changed, 10 unchanged (by “id”).\nThe second list was incomplete: records it had not loaded count as removed.\n',
  })
  const part = JSON.parse((await clavis('--json', 'diff', 'part', 'first')).out) as unknown
  expect(part).toMatchObject({ added: 50, completeBefore: false, completeAfter: true })

  expect(await clavis('snapshot', 'rename', 'first', 'second')).toMatchObject({ code: 0 })
  expect(await clavis('snapshot', 'remove', 'first')).toMatchObject({ code: 65 })
  expect(await clavis('snapshot', 'remove', 'second')).toMatchObject({ code: 0 })
  expect(await clavis('snapshot', 'remove', 'part')).toMatchObject({ code: 0 })
  expect((await clavis('--json', 'snapshot', 'list')).out).toBe('[]\n')
})

test.each([
  [
    ['v:2026-11-03', '--time-zone', 'America/New_York'],
    ['b', 'c'],
  ],
  [
    ['v:2026-11-03', '--time-zone', 'UTC'],
    ['a', 'b'],
  ],
  [['v:today', '--time-zone', 'UTC'], ['e']],
  [['-v>=2026-11-04 a', '--time-zone', 'UTC'], ['a']],
])('clavis list --filter: saves the matching records, by the days of a zone, %j', async (options, ids) => {
  const dates = {
    a: '2026-11-02T23:00-05:00',
    b: '2026-11-03T05:00Z',
    c: '2026-11-03T22:15-05:00',
    d: '2026-11-04T05:00Z',
  }
  const today = { e: new Date().toISOString() }
  const records = Object.entries({ ...dates, ...today }).map(([id, v]) => JSON.stringify({ id, v }))
  faults.set(undefined, pageOf(records, null, 'true'))
  const run = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'), '--filter', ...options)
  expect(run).toMatchObject({ code: 0, error: '' })
  const saved = (await readFile(file('out.ndjson'), 'utf8')).trim().split('\n')
  expect(saved.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids)
})

test.each([
  ['at:2026-11-03', ['3', '4']],
  ['-at:2026-11-03', ['1', '2', '5']],
  ['amount>1000', ['2', '4']],
  ['late:x', ['5']],
  ['code:7', ['2']],
])('clavis list --filter: finds the same records whatever the first page holds, %s', async (filter, ids) => {
  const first = ['{"id":"1","at":null,"amount":"n/a"}', '{"id":"2","at":"","amount":1500,"code":7}']
  const last = [
    ...['{"id":"3","at":"2026-11-03T10:00:00Z","amount":900}', '{"id":"4","at":"2026-11-03","amount":"1000.01"}'],
    '{"id":"5","at":"2026-11-04","amount":null,"late":"x","code":"7.0"}',
  ]
  const found = async (...pages: (readonly string[])[]): Promise<string[]> => {
    const [one = [], two = []] = pages
    faults.set(undefined, pageOf(one, 'c2', 'false')).set('c2', pageOf(two, null, 'true'))
    const run = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'), '--force', '--filter', filter)
    expect(run).toMatchObject({ code: 0 })
    const saved = (await readFile(file('out.ndjson'), 'utf8')).split('\n').filter((line) => line !== '')
    return saved.map((line) => (JSON.parse(line) as { id: string }).id).toSorted()
  }
  expect(await found(first, last)).toEqual(ids)
  expect(await found(last, first)).toEqual(ids)
})

test('clavis list --filter: says if a value is no date but most of its column are, and saves what matches', async () => {
  faults.set(undefined, pageOf(['{"v":"2026-11-03T05:00Z"}', '{"v":"2026-11-04"}', '{"v":"soon"}'], null, 'true'))
  const run = await clavis('list', 'Acme', 'reports', '--out', file('out.ndjson'), '--filter', 'v:soon')
  expect(run).toMatchObject({ code: 0, error: 'clavis: “soon” is not a date, but most values of “v” are.\n' })
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe('{"v":"soon"}\n')
})

test.each([
  [['--filter', 'v:2026-02-30', '--out', 'out.ndjson'], 'is not a date'],
  [['--filter', 'v:1,234', '--out', 'out.ndjson'], '“1,234” is ambiguous'],
  [['--filter', 'w:1', '--out', 'out.ndjson'], 'No column “w”'],
  [['--filter', 'v:today', '--time-zone', 'Mars/Olympus', '--out', 'out.ndjson'], 'Unknown time zone'],
  [['--filter', 'v:today', '--snapshot', 'x'], '--filter needs a file'],
  [['--time-zone', 'UTC', '--out', 'out.ndjson'], '--time-zone needs --filter'],
  [['--filter', 'v:today', '--max', '1', '--out', 'out.ndjson'], 'cannot be used with option'],
])('clavis list: refuses %j', async (options, words) => {
  faults.set(undefined, pageOf(['{"v":"2026-11-03T05:00Z"}'], null, 'true'))
  const run = await clavis(
    'list',
    'Acme',
    'reports',
    ...options.map((each) => (each === 'out.ndjson' ? file(each) : each)),
  )
  expect(run.code).not.toBe(0)
  expect(run.error).toContain(words)
  expect(await outputs()).toEqual([])
})
