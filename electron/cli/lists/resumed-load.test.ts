import { copyFile, mkdir, readFile, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { ServedLists } from '../../lists/testing/served-lists.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { storedLines } from '../../records/testing/record-databases.ts'
import { exitCodeFor } from '../exit-codes.ts'
import { Interrupts } from '../terminal/interrupts.ts'
import type { CommandOutcome } from '../testing/command-run.ts'
import { InterruptibleLoading } from './interruptible-loading.ts'
import { writeLines } from './list-download.ts'
import { ListProgress } from './list-progress.ts'
import { lines, ListGround, record, refusal } from './testing/list-ground.ts'

const member = '"reports":'

/** What a page may look like. Each gets the page's number, its cursor's text and the text of the page before. */
const forms = {
  records: (number: number, next: string) => `{${member}[${record(number * 2)},${record(number * 2 + 1)}],${next}}`,
  spread: (number: number, next: string) => `{ ${member} [\n${record(number)}\n,{\n"id":\r\n7}],\n${next}}`,
  'an identifier again': (_number: number, next: string) => `{${member}[${record(1)},${record(1)}],${next}}`,
  'known records': (number: number, next: string) => `{${member}[{"id":3,"page":${number}}],${next}}`,
  'no records': (_number: number, next: string) => `{${member}[],${next}}`,
  'other records': (_number: number, next: string) => `{"warnings":[{},{}],${next}}`,
  'two arrays': (number: number, next: string) => `{"warnings":[{}],${member}[${record(number)}],${next}}`,
  'records in another field': (number: number, next: string) => `{"report":[${record(number)}],${next}}`,
  'records in a field below': (number: number, next: string) => `{"data":{${member}[${record(number)}]},${next}}`,
  'records beside none': (number: number, next: string) => `{${member}[],"items":[${record(number)}],${next}}`,
  'links beside none': (_number: number, next: string) => `{${member}[],"warnings":[{}],"links":["a"],${next}}`,
  errors: (_number: number, next: string) => `{"errors":[{"title":"Rebuilt","detail":"Come back"}],${next}}`,
  'null for records': (_number: number, next: string) => `{${member}null,${next}}`,
  'records twice': (_number: number, next: string) => `{${member}[],${member}[],${next}}`,
  'the page before': (_number: number, next: string, before: string) =>
    `{${member}${/\[[^\]]*\]/u.exec(before)?.[0] ?? '[]'},${next}}`,
  'the cursor again': (number: number) => `{${member}[${record(number)}],"next":"c2","lastPage":"false"}`,
  'no lastPage': (number: number) => `{${member}[${record(number)}],"next":"c${number + 1}"}`,
  'no cursor': (number: number) => `{${member}[${record(number)}],"next":null,"lastPage":"false"}`,
  'a last page with a cursor': (number: number) => `{${member}[],"next":"c${number + 1}","lastPage":"true"}`,
  'no object': () => '[]',
}

interface Case {
  readonly pages: readonly (keyof typeof forms)[]
  /** Numbers of the pages at which the load is interrupted once. */
  readonly interruptions: readonly number[]
}

const good: (keyof typeof forms)[] = ['records', 'records', 'spread', 'an identifier again', 'no records']
const page = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...good) }, fc.constantFrom(...Object.keys(forms)))
const cases = fc.record({
  pages: fc.array(page, { minLength: 2, maxLength: 6 }),
  interruptions: fc.uniqueArray(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }),
}) as fc.Arbitrary<Case>

const examples: Case[] = [
  { pages: ['records', 'other records', 'records'], interruptions: [2] },
  { pages: ['records', 'the page before', 'records'], interruptions: [2] },
  { pages: ['records', 'spread', 'the page before', 'records'], interruptions: [2, 3] },
  { pages: ['records', 'records', 'an identifier again', 'records'], interruptions: [3] },
  { pages: ['records', 'records', 'two arrays'], interruptions: [2, 3] },
  { pages: ['records', 'records', 'records in another field'], interruptions: [2, 3] },
  { pages: ['records', 'links beside none'], interruptions: [2] },
  { pages: ['two arrays', 'records', 'links beside none', 'other records'], interruptions: [2, 3, 4] },
  { pages: ['records', 'errors'], interruptions: [2] },
]

/** Runs the loads of cases, each with the code of the command line or of the window, and a real server. */
class Loads implements AsyncDisposable {
  readonly file: string
  readonly #served: ServedLists
  readonly #profileId: string
  #pages: ((cursor: string | undefined, response: ServerResponse) => Promise<void>) | undefined

  private constructor(served: ServedLists, profileId: string) {
    this.#served = served
    this.#profileId = profileId
    this.file = join(served.folder, 'out.ndjson')
  }

  static async start(): Promise<Loads> {
    const served = await ServedLists.start()
    const { profileId } = await served.opened((cursor) => (response) => void loads.#pages?.(cursor, response))
    const loads = new Loads(served, profileId)
    return loads
  }

  /** Serves the pages of a case, each interruption once. @param onPage called before the response to a page */
  serve({ pages, interruptions }: Case, onPage: (page: number) => Promise<unknown> = () => Promise.resolve()): void {
    const pending = new Set(interruptions)
    let before = ''
    const texts = pages.map((form, index) => {
      const number = index + 1
      const isLast = number === pages.length
      const next = isLast ? '"next":null,"lastPage":"true"' : `"next":"c${number + 1}","lastPage":"false"`
      return (before = forms[form](number, next, before))
    })
    this.#pages = async (cursor, response) => {
      const number = cursor === undefined ? 1 : Number(cursor.slice(1))
      await onPage(number)
      if (pending.delete(number)) response.writeHead(403).end()
      else response.writeHead(200).end(texts[number - 1])
    }
  }

  /** Writes the file as `clavis list` does. Returns what it decided: all that does not depend on how often it ran. */
  async write(resumes: boolean): Promise<Decided> {
    const { services } = this.#served
    const { profile } = await services.profiles.get(this.#profileId)
    const terminal = { note: () => undefined, showsStatus: false, showStatus: () => undefined }
    const progress = new ListProgress(terminal, services.datasets, new Interrupts())
    const loading = new InterruptibleLoading(services, new AbortController().signal)
    const option = resumes ? { resume: this.file } : { out: this.file }
    const options = {
      ...option,
      format: 'ndjson',
      nested: 'columns',
      csvDelimiter: 'comma',
      timeout: 0,
      maxWait: 0,
    } as const
    try {
      const { records, complete, summary } = await writeLines(
        services,
        loading,
        profile,
        'reports',
        this.file,
        options,
        progress,
      )
      const { pages, state } = summary
      return { isInterrupted: false, records, complete, pages, state, ...(await this.#files()) }
    } catch (error) {
      if (!(error instanceof ClavisError)) throw error
      const { code, message } = error
      // If not even the first page arrived, the message also says that there is no file.
      const words = message.split(';')[0]?.replace(/\.$/u, '')
      const isInterrupted = code === 'service-refused'
      return { isInterrupted, code, exitCode: exitCodeFor(code), words, ...(await this.#files()) }
    } finally {
      progress.end()
    }
  }

  /** Loads a snapshot to its end, as often as it takes, after a restart each time. Returns its state. */
  async snapshot(): Promise<unknown> {
    const { datasetId } = await this.#served.services.lists.open(this.#profileId, 'reports', true)
    const { id } = await this.#served.services.snapshots.keep(datasetId, 'monday')
    let { state, pages, records } = await this.#served.services.lists.load(datasetId, 'all')
    while (state.kind === 'failed' && state.error.code === 'service-refused') {
      const { lists, snapshots } = await this.#served.restart()
      const opened = await snapshots.open(id)
      ;({ state, pages, records } = await lists.load(opened.datasetId, 'all'))
    }
    await this.#served.services.snapshots.remove(id)
    return { state, pages, records }
  }

  async #files(): Promise<object> {
    return { file: await contentOf(this.file), loaded: await loadedIn(`${this.file}.partial`) }
  }

  async clear(): Promise<void> {
    for (const suffix of ['', '.partial', '.held']) await rm(this.file + suffix, { force: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served.end()
  }
}

type Decided = Readonly<Record<string, unknown>> & { readonly isInterrupted: boolean }

/** Returns the records of an interrupted load, as lines; undefined without one. */
async function loadedIn(partial: string): Promise<string | undefined> {
  const copy = `${partial}.copy`
  return copyFile(partial, copy).then(
    () => storedLines(copy),
    () => undefined,
  )
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

describe('a resumed load', () => {
  test('list --resume and snapshots: end as the load without an interruption does, whatever the pages and wherever it stopped', async () => {
    await using loads = await Loads.start()
    const { file } = loads
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        await loads.clear()
        loads.serve({ ...given, interruptions: [] })
        const whole = await loads.write(false)
        // The next night finds the same fault.
        if (whole['loaded'] !== undefined) expect(await loads.write(true)).toEqual(whole)
        const wholeSnapshot = await loads.snapshot()

        await loads.clear()
        loads.serve(given)
        let resumed = await loads.write(false)
        while (resumed.isInterrupted) resumed = await loads.write(true)
        expect(resumed).toEqual(whole)

        loads.serve(given)
        expect(await loads.snapshot()).toEqual(wholeSnapshot)

        // A kill leaves the file of that moment.
        await loads.clear()
        const [killedAt] = given.interruptions
        const copied: string[] = []
        loads.serve({ ...given, interruptions: [] }, async (number) => {
          if (number !== killedAt) return
          await copyFile(`${file}.partial`, `${file}.killed`)
          copied.push(file)
        })
        await loads.write(false)
        if (copied.length === 0) return
        await loads.clear()
        await copyFile(`${file}.killed`, `${file}.partial`)
        expect(await loads.write(true)).toEqual(whole)
      }),
      { numRuns: process.env['CLAVIS_SOAK'] === undefined ? 15 : 500, examples: examples.map((each) => [each]) },
    )
  }, 300_000)

  test.each(
    ['--resume', '--snapshot'].flatMap((option) =>
      ['without records', 'of the same records in turn'].map((what) => [option, what] as const),
    ),
  )('clavis list %s: stops after 20 pages %s, also if some came before an interruption', async (option, what) => {
    await using ground = await ListGround.start()
    const records = (number: number): string[] =>
      what === 'without records' ? [] : [3, 4, 5].map((id) => `{"id":${id},"page":${number}}`)
    for (let number = 2; number < 40; number += 1)
      ground.faults.set(`c${number}`, pageOf(records(number), `c${number + 1}`, 'false'))
    ground.faults.set('c15', refusal)
    const target = option === '--resume' ? ground.file('out.ndjson') : 'monday'
    const first = option === '--resume' ? '--out' : option
    expect(await ground.clavis('list', 'Acme', 'reports', first, target)).toMatchObject({ code: 77 })
    ground.faults.set('c15', pageOf(records(15), 'c16', 'false'))
    expect(await ground.clavis('list', 'Acme', 'reports', option, target)).toMatchObject({
      code: 69,
      error: expect.stringMatching(/list-page-repeated.*\(21 pages\)/u) as string,
    })
  })
})

test.each([
  [
    'records in another field',
    '{"report":[{"id":50}],"next":null,"lastPage":"true"}',
    /list-records-elsewhere.*“report”/u,
  ],
  [
    'an error with status 200',
    '{"errors":[{"detail":"Being rebuilt"}],"lastPage":"true"}',
    /list-error-received.*says: Being rebuilt/u,
  ],
])('clavis list: %s on the last page leave it incomplete, and --resume loads the rest', async (_what, fault, words) => {
  await using ground = await ListGround.start()
  const file = ground.file('out.ndjson')
  ground.faults.set('c6', fault)
  for (const option of ['--out', '--resume'])
    expect(await ground.clavis('list', 'Acme', 'reports', option, file)).toMatchObject({
      code: 69,
      error: expect.stringMatching(words) as string,
    })
  expect(await ground.loaded('out.ndjson.partial')).toBe(lines(50))
  ground.faults.clear()
  expect(await ground.clavis('list', 'Acme', 'reports', '--resume', file)).toMatchObject({ code: 0, error: '' })
  expect(await contentOf(file)).toBe(lines(60))
})

describe.concurrent('clavis list --resume-or-start and --out', () => {
  const changes: Record<string, (ground: ListGround) => Promise<unknown>> = {
    'another client ID': (ground) => ground.clavis('profile', 'set', 'Acme', 'clientId=other'),
    'a .partial with other content': (ground) => writeFile(ground.file('out.ndjson.partial'), 'x'.repeat(9999)),
    'a .partial whose pages are damaged': async (ground) => {
      const content = await readFile(ground.file('out.ndjson.partial'))
      await writeFile(ground.file('out.ndjson.partial'), content.fill(0xff, content.length / 2))
    },
    'the .partial of another version': (ground) => changeVersion(ground.file('out.ndjson.partial')),
  }
  for (const [what, change] of Object.entries(changes))
    test.for([['--resume-or-start'], ['--out', '--force']] as const)(
      `list %s: starts over after ${what}`,
      async ([option, ...more], { expect }) => {
        await using ground = await ListGround.start()
        const file = ground.file('out.ndjson')
        const list = (...args: string[]): Promise<CommandOutcome> => ground.clavis('list', 'Acme', 'reports', ...args)
        ground.faults.set('c4', refusal)
        await list('--out', file)
        await change(ground)
        const left = await contentOf(`${file}.partial`)
        // Before the first page works, nothing is lost.
        ground.faults.set(undefined, refusal)
        expect(await list(option, file, ...more)).toMatchObject({ code: 77 })
        expect(await contentOf(`${file}.partial`)).toBe(left)
        ground.faults.delete(undefined)
        const isCron = option === '--resume-or-start'
        const failed = await list(option, file, ...more)
        expect(failed).toMatchObject({ code: 77 })
        if (isCron) expect(failed.error).toContain('Loading from the first page.')
        expect(await contentOf(`${file}.partial.old`)).toBe(isCron ? left : undefined)
        ground.faults.clear()
        expect(await list(option, file, ...more)).toMatchObject({ code: 0, error: '' })
        expect(await readFile(file, 'utf8')).toBe(lines(60))
        expect(await ground.outputs()).toEqual(['out.ndjson'])
      },
    )

  test('list --resume: leaves a load that it can’t use as it is', async ({ expect }) => {
    await using ground = await ListGround.start()
    const [file, partial] = [ground.file('out.ndjson'), ground.file('out.ndjson.partial')]
    ground.faults.set('c4', refusal)
    await ground.clavis('list', 'Acme', 'reports', '--out', file)
    await copyFile(partial, ground.file('kept'))
    for (const damage of [() => writeFile(partial, 'no records'.repeat(400)), () => changeVersion(partial)]) {
      await damage()
      const left = await readFile(partial)
      expect(await ground.clavis('list', 'Acme', 'reports', '--resume', file)).toMatchObject({
        code: 65,
        error: expect.stringContaining('list-file-damaged') as string,
      })
      expect(await readFile(partial)).toEqual(left)
      await copyFile(ground.file('kept'), partial)
    }
    expect(await ground.clavis('list', 'Acme', 'reports', '--resume', file)).toMatchObject({ code: 77 })
  })

  test('list --resume: a download that was cut off resumes from its last whole page, even if its lock is damaged', async ({
    expect,
  }) => {
    await using ground = await ListGround.start()
    const [file, partial] = [ground.file('out.ndjson'), ground.file('out.ndjson.partial')]
    ground.faults.set('c4', refusal)
    await ground.clavis('list', 'Acme', 'reports', '--out', file)
    ground.faults.clear()
    await truncate(partial, (await readFile(partial)).length - 5)
    await writeFile(`${file}.held`, 'not a database'.repeat(400))
    const asked = ground.server.asked.length
    expect(await ground.clavis('list', 'Acme', 'reports', '--resume', file)).toMatchObject({ code: 0, error: '' })
    expect(ground.server.asked.slice(asked).filter((cursor) => cursor !== undefined)).toEqual(['c3', 'c4', 'c5', 'c6'])
    expect(await readFile(file, 'utf8')).toBe(lines(60))
    expect(await ground.outputs()).toEqual(['out.ndjson'])
  })

  test('list --resume-or-start: what it kept of a load that can’t be resumed is written without a request', async ({
    expect,
  }) => {
    await using ground = await ListGround.start()
    const list = (...args: string[]): Promise<CommandOutcome> => ground.clavis('list', 'Acme', 'reports', ...args)
    ground.faults.set('c4', refusal)
    await list('--out', ground.file('out.ndjson'))
    ground.faults.set('c2', refusal).set('c4', (response) => response.writeHead(410).end())
    expect(await list('--resume-or-start', ground.file('out.ndjson'))).toMatchObject({ code: 77 })
    const asked = ground.pagesAsked()
    await rename(ground.file('out.ndjson.partial.old'), ground.file('old.partial'))
    expect(await list('--resume', ground.file('old'), '--max', '1')).toMatchObject({ code: 0 })
    expect(ground.pagesAsked()).toBe(asked)
    expect(await readFile(ground.file('old'), 'utf8')).toBe(lines(30))
  })

  test('list --resume-or-start: leaves the interrupted download of FILE.old', async ({ expect }) => {
    await using ground = await ListGround.start()
    const list = (...args: string[]): Promise<CommandOutcome> => ground.clavis('list', 'Acme', 'reports', ...args)
    const [file, other] = [ground.file('out'), ground.file('out.old')]
    ground.faults.set('c3', refusal)
    await list('--out', other)
    ground.faults.clear()
    ground.faults.set('c5', refusal)
    await list('--out', file)
    // Loads from the first page and keeps the 40 records, twice those of the other download.
    ground.faults.set('c2', refusal).set('c5', (response) => response.writeHead(410).end())
    expect(await list('--resume-or-start', file)).toMatchObject({ code: 77 })
    expect(await ground.loaded('out.old.partial')).toBe(lines(20))
    expect(await ground.loaded('out.partial.old')).toBe(lines(40))
    ground.faults.clear()
    expect(await list('--resume-or-start', file)).toMatchObject({ code: 0 })
    expect(await ground.outputs()).toEqual(['out', 'out.old.partial'])
    expect(await list('--resume', other)).toMatchObject({ code: 0 })
    expect(await readFile(other, 'utf8')).toBe(lines(60))
  })

  test('list --resume: a load that a command completed names repeated records', async ({ expect }) => {
    await using ground = await ListGround.start()
    const file = ground.file('out.ndjson')
    ground.faults.set('c6', (response) => {
      const page = pageOf([record(60), record(3)], null, 'true')
      void mkdir(file).then(() => response.writeHead(200).end(page))
    })
    expect(await ground.clavis('list', 'Acme', 'reports', '--out', file)).toMatchObject({ code: 69 })
    await rmdir(file)
    expect(await ground.clavis('list', 'Acme', 'reports', '--resume', file)).toMatchObject({
      code: 0,
      error: expect.stringContaining('1 record repeats the “id”') as string,
    })
  })
})

/** Says that a file of records was written by another version. */
async function changeVersion(path: string): Promise<void> {
  const content = await readFile(path)
  content.writeUInt32LE(99, 4)
  await writeFile(path, content)
}
