import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { pageOf } from '../../records/testing/page-text.ts'
import { builtProgram } from '../../testing/built-program.ts'
import { whileRunning } from '../../testing/while-running.ts'
import { lines, ListGround, record, refusal } from './testing/list-ground.ts'

// Loads that end early or wait: at once, because they mostly wait for processes, locks and time limits.
describe.concurrent('interruptions', () => {
  test('clavis list: does not touch a file that another command is writing', async ({ expect }) => {
    await using ground = await ListGround.start()
    const { server, faults } = ground
    let sendPage = (): void => undefined
    faults.set('c4', (response) => {
      sendPage = () => response.writeHead(200).end(pageOf([record(30)], null, 'true'))
    })
    const first = ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out.ndjson'))
    await whileRunning(first, expect.poll(() => server.asked.at(-1)).toBe('c4'))
    await whileRunning(first, expect.poll(() => ground.outputs()).toContain('out.ndjson.partial'))
    faults.delete('c4')
    const others = ['--out', '--resume'].map((option) =>
      ground.clavis('list', 'Acme', 'reports', option, ground.file('out.ndjson')),
    )
    for (const other of await Promise.all(others))
      expect(other).toMatchObject({ code: 65, error: expect.stringContaining('is being written') as string })
    sendPage()
    expect(await first).toMatchObject({ code: 0 })
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(31))
    expect(await ground.outputs()).toEqual(['out.ndjson'])
  })

  test.for(['SIGINT', 'SIGTERM'] as const)(
    'clavis list: leaves no CSV or Parquet file if %s interrupts it',
    async (signal, { expect }) => {
      await using ground = await ListGround.start()
      const { folder, faults } = ground
      for (const [index, cursor] of [undefined, 'c2', 'c3', 'c4', 'c5'].entries()) {
        const records = Array.from({ length: 40_000 }, (_, id) => record(index * 40_000 + id))
        faults.set(cursor, pageOf(records, `c${index + 2}`, 'false'))
      }
      const source = fileURLToPath(builtProgram('clavis'))
      const args = [
        source,
        '--data-dir',
        folder,
        'list',
        'Acme',
        'reports',
        '--format',
        'parquet',
        '--out',
        ground.file('saved/out.parquet'),
      ]
      await mkdir(ground.file('saved'))
      const command = spawn(process.execPath, args, { stdio: 'ignore' })
      const watcher = watch(ground.file('saved')).once('change', () => command.kill(signal))
      const end: unknown = await once(command, 'exit')
      watcher.close()
      expect(end).toEqual([null, signal])
      expect(await readdir(ground.file('saved'))).toEqual([])
      expect(await readdir(ground.file('runs'))).toEqual([])
    },
  )

  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'clavis list: leaves only what can be resumed if %s interrupts it',
    async (signal, { expect }) => {
      await using ground = await ListGround.start()
      const { folder, server, faults } = ground
      // The page is requested and never arrives.
      faults.set('c4', () => undefined)
      const source = fileURLToPath(builtProgram('clavis'))
      for (const [kept, words] of [
        [['--out', ground.file('out.ndjson')], `Resume with --resume ${ground.file('out.ndjson')}`],
        [['--out', ground.file('out.csv'), '--format', 'csv'], 'no file was written'],
        [['--snapshot', 'monday'], 'Resume with --snapshot "monday"'],
      ] as const) {
        const asked = server.asked.length
        const args = [source, '--data-dir', folder, 'list', 'Acme', 'reports', ...kept]
        const command = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
        let error = ''
        command.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
        const end = once(command, 'close')
        await whileRunning(end, expect.poll(() => server.asked.slice(asked).at(-1)).toBe('c4'))
        if (kept[1] === ground.file('out.ndjson'))
          await whileRunning(end, expect.poll(() => ground.outputs()).toContain('out.ndjson.partial'))
        command.kill(signal)
        expect(await end).toEqual([null, signal])
        expect(error).toContain('clavis: cancelled: The command was interrupted. Stopped after 30 records (3 pages)')
        expect(error).toContain(words)
        // A load that is kept beside its file has no other.
        expect(await readdir(ground.file('runs')).catch(() => [])).toEqual([])
      }
      expect(await ground.outputs()).toEqual(['out.ndjson.partial'])
      faults.clear()
      expect(await ground.clavis('list', 'Acme', 'reports', '--resume', ground.file('out.ndjson'))).toMatchObject({
        code: 0,
      })
      expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
      expect(await ground.clavis('list', 'Acme', 'reports', '--snapshot', 'monday')).toMatchObject({ code: 0 })
      expect(await ground.clavis('diff', 'monday', ground.file('out.ndjson'))).toMatchObject({ code: 0 })
    },
  )

  test.for(['SIGINT', 'SIGKILL'] as const)(
    'clavis list: resumes a load that %s ended before its first page',
    async (signal, { expect }) => {
      await using ground = await ListGround.start()
      const { folder, server, faults } = ground
      const answer = ground.token
      ground.token = () => undefined
      const source = fileURLToPath(builtProgram('clavis'))
      const args = [source, '--data-dir', folder, 'list', 'Acme', 'reports', '--out', ground.file('out.ndjson')]
      const command = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
      let error = ''
      command.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
      const end = once(command, 'close')
      await whileRunning(end, expect.poll(() => server.underWay()).toBe(1))
      command.kill(signal)
      expect(await end).toEqual([null, signal])
      if (signal === 'SIGINT')
        expect(error).toContain(`Stopped after 0 records (0 pages).\nResume with --resume ${ground.file('out.ndjson')}`)
      expect(await ground.outputs()).toContain('out.ndjson.partial')

      // Another failure does not take that away.
      ground.token = answer
      faults.set(undefined, refusal)
      expect(await ground.clavis('list', 'Acme', 'reports', '--resume', ground.file('out.ndjson'))).toMatchObject({
        code: 77,
      })
      faults.clear()
      expect(await ground.clavis('list', 'Acme', 'reports', '--resume', ground.file('out.ndjson'))).toMatchObject({
        code: 0,
      })
      expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
      expect(await ground.outputs()).toEqual(['out.ndjson'])
    },
  )

  test('clavis list: says what can be resumed if a page takes too long', async ({ expect }) => {
    await using ground = await ListGround.start()
    const { faults } = ground
    faults.set('c4', () => undefined)
    const waited = await ground.clavis(
      'list',
      'Acme',
      'reports',
      '--out',
      ground.file('out.ndjson'),
      '--max-wait',
      // Long enough for the pages before, also on a busy machine.
      '20s',
    )
    expect(waited).toMatchObject({ code: 69, error: expect.stringContaining('network-timeout') as string })
    expect(waited.error).toContain('within 20 seconds. Stopped after 30 records (3 pages).')

    const stopped = await ground.clavis(
      'list',
      'Acme',
      'reports',
      '--resume',
      ground.file('out.ndjson'),
      '--timeout',
      '1s',
    )
    expect(stopped).toMatchObject({ code: 69, error: expect.stringContaining('its time limit of 1s.') as string })
    expect(stopped.error).toContain(`Set a longer one with --timeout.`)
    expect(stopped.error).toContain(`Resume with --resume ${ground.file('out.ndjson')}`)

    ground.token = () => undefined
    const tokenLate = await ground.clavis('token', 'Acme', '--timeout', '1s')
    expect(tokenLate).toMatchObject({ code: 69, error: expect.stringContaining('its time limit of 1s.') as string })
    const tokenWaited = await ground.clavis('token', 'Acme', '--max-wait', '1s')
    expect(tokenWaited).toMatchObject({ code: 69, error: expect.stringContaining('within 1 seconds') as string })
    expect(await ground.clavis('token', 'Acme', '--timeout', 'soon')).toMatchObject({ code: 64 })
  })
})
