import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import type { ListAnswer } from '../../lists/testing/list-server.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { builtProgram } from '../../testing/built-program.ts'
import { whileRunning } from '../../testing/while-running.ts'
import { lines, ListGround, refusal } from './testing/list-ground.ts'

const unavailable: ListAnswer = (response) => response.writeHead(503).end()

describe.concurrent('clavis list in an outage', () => {
  test.for<[string, string | undefined, ListAnswer]>([
    ['a 503', 'c4', unavailable],
    ['a 503 before the first page', undefined, unavailable],
    ['an HTML page', 'c4', '<!doctype html><title>Maintenance</title>'],
    ['a damaged page', 'c4', '{"reports":[{"id":3}],"next":nil}'],
  ])('clavis list: continues after over ten seconds of %s', async ([, page, outage], { expect }) => {
    await using ground = await ListGround.start()
    ground.faults.set(page, outage)
    const loading = ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out.ndjson'))
    // The token request has no cursor either.
    const attempts = page === undefined ? 7 : 6
    const asked = (): number => ground.server.asked.filter((cursor) => cursor === page).length
    await whileRunning(loading, expect.poll(asked).toBe(attempts))
    ground.faults.clear()
    expect(await loading).toMatchObject({ code: 0, error: '' })
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
  })

  test('clavis list: continues after an outage of the token endpoint if it needs a token', async ({ expect }) => {
    await using ground = await ListGround.start()
    const { token } = ground
    let isRefused = true
    ground.faults.set('c4', (response) => {
      if (isRefused) {
        isRefused = false
        ground.token = unavailable
        setTimeout(() => (ground.token = token), 3000)
        response.writeHead(401).end()
      } else response.writeHead(200).end(ground.page(4))
    })
    const outcome = await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out.ndjson'))
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
  })

  test('clavis list --max-wait: requests a page again if one request hangs, and waits for a slow page', async ({
    expect,
  }) => {
    await using ground = await ListGround.start()
    let isHanging = true
    ground.faults.set('c4', (response) => {
      if (!isHanging) response.writeHead(200).end(ground.page(4))
      isHanging = false
    })
    ground.faults.set('c5', (response) => {
      response.writeHead(200).flushHeaders()
      setTimeout(() => response.end(ground.page(5)), 12_000)
    })
    const out = ['--out', ground.file('out.ndjson'), '--max-wait', '20s']
    expect(await ground.clavis('list', 'Acme', 'reports', ...out)).toMatchObject({ code: 0 })
    expect(await readFile(ground.file('out.ndjson'), 'utf8')).toBe(lines(60))
    expect(ground.server.asked.filter((cursor) => cursor === 'c4')).toHaveLength(2)
    expect(ground.server.asked.filter((cursor) => cursor === 'c5')).toHaveLength(1)
  })

  test('clavis list --max-wait: stops in a longer outage, and the load can be resumed', async ({ expect }) => {
    await using ground = await ListGround.start()
    ground.faults.set('c4', unavailable)
    const ended = await ground.clavis(
      'list',
      'Acme',
      'reports',
      '--out',
      ground.file('out.ndjson'),
      '--max-wait',
      '20s',
    )
    expect(ended).toMatchObject({ code: 69, error: expect.stringContaining('service-failed') as string })
    expect(ended.error).toContain('Stopped after 30 records (3 pages).')
    expect(ended.error).toContain(`Resume with --resume ${ground.file('out.ndjson')}`)
    ground.faults.clear()
    expect(await ground.clavis('list', 'Acme', 'reports', '--resume', ground.file('out.ndjson'))).toMatchObject({
      code: 0,
    })
  })

  test.for([
    ['429', '99999999999999999999', 'longer than a year'],
    ['503', '86400', '24 h'],
    ['503', 'Fri, 31 Dec 999999 23:59:59 GMT', 'longer than a year'],
  ] as const)(
    'clavis list: stops at once for status %s with a requested pause of %s, and the load can be resumed',
    async ([status, pause, words], { expect }) => {
      await using ground = await ListGround.start()
      ground.faults.set('c4', (response) => response.writeHead(Number(status), { 'retry-after': pause }).end())
      const ended = await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out.ndjson'))
      expect(ended.error).toContain(`It asks to wait ${words}.`)
      expect(ended.error).toContain(`Resume with --resume ${ground.file('out.ndjson')}`)
      expect(ground.server.asked.filter((cursor) => cursor === 'c4')).toHaveLength(1)
    },
  )
})

/** Removes the profile when the page of a cursor is requested. Returns how long that takes. */
function removeProfileAt(ground: ListGround, cursor: string): () => Promise<unknown> {
  let remove: Promise<unknown> = Promise.resolve()
  ground.faults.set(cursor, (response) => {
    remove = ground.clavis('profile', 'remove', 'Acme', '--destroy-secrets')
    void remove.then(() => response.writeHead(401).end())
  })
  return () => remove
}

describe.concurrent('clavis list that cannot continue', () => {
  test('clavis list: does not suggest resuming if the profile was removed meanwhile', async ({ expect }) => {
    await using ground = await ListGround.start()
    const removed = removeProfileAt(ground, 'c4')
    const ended = await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out.ndjson'))
    await removed()
    expect(ended).toMatchObject({ code: 65, error: expect.stringContaining('profile-not-found') as string })
    expect(ended.error).not.toContain('--resume')
    expect(ended.error).toContain('The records loaded so far stay')
    expect(await readFile(ground.file('out.ndjson.partial.ndjson'), 'utf8')).toBe(lines(30))
    expect(await ground.outputs()).toEqual(['out.ndjson.partial.ndjson'])
  })

  test('clavis list: overwrites no file with the records of a removed profile', async ({ expect }) => {
    await using ground = await ListGround.start()
    await writeFile(ground.file('out.partial.ndjson'), 'other')
    const removed = removeProfileAt(ground, 'c4')
    const ended = await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out'))
    await removed()
    expect(ended.error).toContain(`The records loaded so far stay in ${ground.file('out.partial-2.ndjson')}.`)
    expect(await readFile(ground.file('out.partial.ndjson'), 'utf8')).toBe('other')
    expect(await readFile(ground.file('out.partial-2.ndjson'), 'utf8')).toBe(lines(30))
  })

  test('clavis list: writes no file of a removed profile without records', async ({ expect }) => {
    await using ground = await ListGround.start()
    ground.faults.set(undefined, pageOf([], 'c2', 'false'))
    const removed = removeProfileAt(ground, 'c2')
    const ended = await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out'))
    await removed()
    expect(ended).toMatchObject({ code: 65, error: expect.stringContaining('profile-not-found') as string })
    expect(ended.error).not.toContain('records loaded so far')
    expect(await ground.outputs()).not.toContain('out.partial.ndjson')
  })

  test('clavis list --snapshot: leaves an earlier download of the file if the profile was removed', async ({
    expect,
  }) => {
    await using ground = await ListGround.start()
    ground.faults.set('c4', refusal)
    await ground.clavis('list', 'Acme', 'reports', '--out', ground.file('out'))
    const removed = removeProfileAt(ground, 'c2')
    const ended = await ground.clavis('list', 'Acme', 'reports', '--snapshot', 's', '--out', ground.file('out'))
    await removed()
    expect(ended).toMatchObject({ code: 65, error: expect.stringContaining('no file was written') as string })
    expect(ended.error).not.toContain('records loaded so far')
    expect(await ground.outputs()).toEqual(['out.partial'])
    expect(await ground.loaded('out.partial')).toBe(lines(30))
    expect(await ground.clavis('snapshot', 'list')).toMatchObject({
      out: expect.stringMatching(/10 records \(incomplete\)/u) as string,
    })
  })

  test('clavis list: says how to resume if the disk is full when the first page is written', async ({ expect }) => {
    await using ground = await ListGround.start({ pages: 2, recordsPerPage: 40_000 })
    const file = ground.file('out.ndjson')
    const list = ['--data-dir', ground.folder, 'list', 'Acme', 'reports', '--out', file]
    // What exceeds the limit gets a signal before the error, which would end the process.
    const ignoring = ['--import', "data:text/javascript,process.on('SIGXFSZ',()=>undefined)"]
    const program = [process.execPath, ...ignoring, fileURLToPath(builtProgram('clavis')), ...list]
    const command = spawn('sh', ['-c', 'ulimit -f 1024 && exec "$@"', 'sh', ...program], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Node writes its code cache at the end, when nothing ignores the signal any more.
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    })
    let error = ''
    command.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
    expect(await once(command, 'close')).toEqual([69, null])
    expect(error).toContain('disk-full')
    expect(error).toContain('Stopped after 0 records')
    expect(error).toContain(`Resume with --resume ${file}`)
    expect(await ground.clavis('list', 'Acme', 'reports', '--resume', file)).toMatchObject({ code: 0 })
    expect(await readFile(file, 'utf8')).toBe(lines(80_000))
  })
})
