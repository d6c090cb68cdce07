import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { builtProgram } from '../../testing/built-program.ts'
import { whileRunning } from '../../testing/while-running.ts'
import { lines, ListGround } from './testing/list-ground.ts'

const total = 4_000

function start(ground: ListGround, ...args: string[]): ChildProcess {
  const source = fileURLToPath(builtProgram('clavis'))
  return spawn(process.execPath, [source, '--data-dir', ground.folder, 'list', 'Acme', 'reports', ...args], {
    stdio: 'ignore',
  })
}

const large = (): Promise<ListGround> => ListGround.start({ pages: 40, recordsPerPage: total / 40 })

describe.concurrent('two processes and one download', () => {
  test.for(['c2', 'c20', 'c40'])(
    'list: a process that is paused at page %s keeps its file, and writes all of it once it continues',
    async (page, { expect }) => {
      await using ground = await large()
      let sendPage = (): void => undefined
      const [, number] = page.split('c')
      ground.faults.set(page, (response) => {
        sendPage = () => {
          ground.faults.delete(page)
          response.writeHead(200).end(ground.page(Number(number)))
        }
      })
      const first = start(ground, '--out', ground.file('out.ndjson'))
      const end = once(first, 'exit')
      await whileRunning(end, expect.poll(() => ground.server.asked.at(-1)).toBe(page))
      first.kill('SIGSTOP')
      // Longer than a lock that a process has to renew would last.
      for (const option of ['--resume-or-start', '--resume', '--out', '--resume-or-start'])
        expect(await ground.clavis('list', 'Acme', 'reports', option, ground.file('out.ndjson'))).toMatchObject({
          code: 65,
          error: expect.stringMatching(
            new RegExp(
              String.raw`out\.ndjson is being written by process ${first.pid} \(since .*\)\.\nWait for it`,
              'u',
            ),
          ) as string,
        })
      first.kill('SIGCONT')
      sendPage()
      expect(await end).toEqual([0, null])
      expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(total))
      expect(await ground.outputs()).toEqual(['out.ndjson'])
    },
  )

  test('list: a file whose paused process was killed is resumed', async ({ expect }) => {
    await using ground = await large()
    ground.faults.set('c30', () => undefined)
    const first = start(ground, '--out', ground.file('out.ndjson'))
    const end = once(first, 'exit')
    await whileRunning(end, expect.poll(() => ground.server.asked.at(-1)).toBe('c30'))
    first.kill('SIGSTOP')
    first.kill('SIGKILL')
    await end
    ground.faults.clear()
    expect(
      await ground.clavis('list', 'Acme', 'reports', '--resume-or-start', ground.file('out.ndjson')),
    ).toMatchObject({ code: 0, error: '' })
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(total))
    expect(await ground.outputs()).toEqual(['out.ndjson'])
  })

  test('list: of several that start at once, one writes the file', async ({ expect }) => {
    await using ground = await large()
    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [code] = (await once(start(ground, '--resume-or-start', ground.file('out.ndjson')), 'exit')) as [number]
        return code
      }),
    )
    expect(codes).toContain(0)
    expect(codes.filter((code) => code !== 0 && code !== 65)).toEqual([])
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(total))
    expect(await ground.outputs()).toEqual(['out.ndjson'])
  })

  test.for<[string, (partial: string) => Promise<unknown>]>([
    ['removed', (partial) => rm(partial)],
    ['replaced', (partial) => rm(partial).then(() => writeFile(partial, lines(60)))],
    ['extended', (partial) => appendFile(partial, '{}\n')],
  ])('list: a load whose file another program %s is written as it came', async ([, change], { expect }) => {
    await using ground = await ListGround.start()
    const partial = ground.file('out.ndjson.partial')
    ground.faults.set('c6', (response) => {
      void (async () => {
        await expect.poll(() => ground.loaded('out.ndjson.partial')).toBe(lines(50))
        await change(partial)
        response.writeHead(200).end(ground.page(6))
      })()
    })
    expect(await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out.ndjson'))).toMatchObject({
      code: 0,
    })
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
    expect(await ground.outputs()).toEqual(['out.ndjson'])
  })
})

describe.concurrent('a command that was killed at its last step', () => {
  /** Leaves the files as a kill after the last record was stored would. */
  async function killed(ground: ListGround, isRenamed: boolean): Promise<void> {
    const file = ground.file('out.ndjson')
    // Exporting fails where a folder has the name.
    ground.faults.set('c6', (response) => void mkdir(file).then(() => response.writeHead(200).end(ground.page(6))))
    await ground.clavis('list', 'Acme', 'reports', '--out', file)
    ground.faults.clear()
    await rmdir(file)
    if (isRenamed) await writeFile(file, lines(60))
  }

  test.for([
    ['--resume', false, 0],
    ['--resume', true, 0],
    ['--resume-or-start', false, 0],
    ['--resume-or-start', true, 6],
    ['--out', false, 6],
    ['--out', true, 6],
  ] as const)(
    'list %s: has the whole file, whether it has its name (%s), with %i requests',
    async ([option, isRenamed, requests], { expect }) => {
      await using ground = await ListGround.start()
      await killed(ground, isRenamed)
      const asked = ground.pagesAsked()
      const force = option === '--out' ? ['--force'] : []
      const outcome = await ground.clavis('list', 'Acme', 'reports', option, ground.file('out.ndjson'), ...force)
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(outcome.out).toMatch(/^Wrote 60 records/u)
      expect(ground.pagesAsked() - asked).toBe(requests)
      expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
      expect(await ground.outputs()).toEqual(['out.ndjson'])
    },
  )
})
