import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'vitest'
import type { WatchLoad } from '#shared/watches/watch.ts'
import { withoutAsking } from '../../confirmation.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { SettingsStore } from '../../settings/settings-store.ts'
import { Database } from '../../store/database.ts'
import { whileRunning } from '../../testing/while-running.ts'
import { ListGround, record, refusal } from '../lists/testing/list-ground.ts'
import { clavisProgram, runClavis } from '../testing/clavis-process.ts'

/** A ground whose reports are watched, loaded once. */
async function watched(...conditions: readonly string[]): Promise<ListGround> {
  const ground = await ListGround.start({ pages: 2, recordsPerPage: 3 })
  await ground.clavis('watch', 'set', 'Acme', 'reports', '--on', conditions.join(',') || 'appeared,failed')
  return ground
}

/** Answers with one more record from now on. */
function addRecord(ground: ListGround): void {
  const records = [0, 1, 2, 3, 4, 5, 99].map((id) => record(id))
  ground.faults.set(undefined, pageOf(records, null, 'true'))
}

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<unknown[]>
  readonly out: () => string
}

/** Starts `watch run` as a process of its own. */
function start({ onTestFinished }: TestContext, ground: ListGround, ...args: string[]): Running {
  const words = [...clavisProgram(), '--data-dir', ground.folder, 'watch', 'run', ...args]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  return { child, ended: once(child, 'close'), out: () => out }
}

type Loaded = { profile: string; list: string; view: string | null; load: WatchLoad }

describe.concurrent('clavis watch run', () => {
  test('without --once: fails for a watch that is off, instead of waiting for ever', async ({ expect }) => {
    await using ground = await watched()
    await ground.clavis('watch', 'off', 'Acme', 'reports')
    const { code, error } = await ground.clavis('watch', 'run', 'Acme', 'reports')
    expect({ code, error }).toEqual({ code: 65, error: expect.stringContaining('This watch is off.') as string })
    expect(await ground.clavis('watch', 'run', '--once', 'Acme', 'reports')).toMatchObject({ code: 0 })
  })

  test('--once: exits with 0 if nothing is new, and with 1 once if records are', async ({ expect }) => {
    await using ground = await watched()
    const run = ['watch', 'run', '--once', 'Acme', 'reports'] as const
    expect(await ground.clavis(...run)).toEqual({
      ...{ code: 0, out: 'Acme, Reports: 6 records · first load.\n', error: '' },
    })
    addRecord(ground)
    const { code, out } = await ground.clavis(...run, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject([
      {
        ...{ profile: 'Acme', list: 'reports', view: null },
        load: { kind: 'loaded', records: 7, changes: { appeared: 1 }, met: [{ kind: 'appeared' }] },
      },
    ])
    expect(await ground.clavis(...run)).toMatchObject({ code: 0, out: 'Acme, Reports: 7 records · No changes.\n' })
    // The loads belong to the watch.
    expect((await ground.clavis('snapshot', 'list', '--json')).out).toBe('[]\n')
    const [{ load }] = JSON.parse(out) as [Loaded]
    const id = load.kind === 'loaded' ? load.snapshotId : undefined
    expect(await ground.clavis('snapshot', 'remove', id ?? '')).toMatchObject({ code: 65 })
  })

  test('--once: a failed load exits with the code of its error, and so does what keeps it from loading', async ({
    expect,
  }) => {
    await using ground = await watched()
    ground.faults.set(undefined, refusal)
    expect(await ground.clavis('watch', 'run', '--once')).toMatchObject({
      code: 77,
      out: expect.stringMatching(/^Acme, Reports: FAILED service-refused: /u) as string,
    })
    const { origin } = new URL(ground.server.baseUrl)
    const settings = [`tokenUrl=${origin}/token`, `reportsBaseUrl=${ground.server.baseUrl}`]
    await ground.clavis('profile', 'create', 'Other', 'environment=mock', 'flavor=basic', 'clientId=x', ...settings)
    await ground.clavis('watch', 'set', 'Other', 'reports')
    const { code, out } = await ground.clavis('watch', 'run', '--once', '--json')
    expect(code).toBe(77)
    expect(JSON.parse(out)).toMatchObject([
      { profile: 'Acme', load: { kind: 'failed', error: { code: 'service-refused' }, met: [] } },
      { profile: 'Other', error: { code: 'no-client-secret' } },
    ])
    expect((await ground.clavis('watch', 'run', '--once', 'Other')).code).toBe(65)
  })

  test('--once: of two at once, one loads, and both report its load', async (context) => {
    const { expect } = context
    await using ground = await watched()
    let sendPage = (): void => undefined
    ground.faults.set('c2', (response) => {
      sendPage = () => response.writeHead(200).end(ground.page(2))
    })
    const first = start(context, ground, '--once', '--json')
    await whileRunning(first.ended, expect.poll(() => ground.server.asked.at(-1)).toBe('c2'))
    const second = start(context, ground, '--once', '--json')
    // It waits at most as long as it may.
    expect(await runClavis(ground.folder, ['watch', 'run', '--once', '--max-wait', '1s'])).toMatchObject({
      code: 65,
      out: expect.stringContaining('is being loaded') as string,
    })
    sendPage()
    const ends = await Promise.all([first, second].map(({ ended }) => ended))
    expect(ends).toEqual([
      [0, null],
      [0, null],
    ])
    expect(JSON.parse(second.out())).toEqual(JSON.parse(first.out()))
    expect(ground.pagesAsked()).toBe(2)
  })

  test.for(['SIGINT', 'SIGTERM'] as const)(
    '--once: %s during a load ends the command by that signal, and the load is forgotten',
    async (signal, context) => {
      const { expect } = context
      await using ground = await watched()
      ground.faults.set('c2', () => undefined)
      const { child, ended } = start(context, ground, '--once')
      await whileRunning(ended, expect.poll(() => ground.server.asked.at(-1)).toBe('c2'))
      child.kill(signal)
      expect(await ended).toEqual([null, signal])
      const [{ lastLoad }] = JSON.parse((await ground.clavis('watch', 'list', '--json')).out) as [{ lastLoad?: object }]
      expect(lastLoad).toBeUndefined()
      ground.faults.clear()
      expect(await ground.clavis('watch', 'run', '--once')).toMatchObject({ code: 0 })
    },
  )

  test('SIGKILL during a load leaves nothing: the next command loads, compares and warns as if it had not been', async (context) => {
    const { expect } = context
    await using ground = await watched('appeared')
    await ground.clavis('watch', 'run', '--once')
    ground.faults.set('c2', () => undefined)
    for (let kills = 0; kills < 3; kills += 1) {
      const { child, ended } = start(context, ground, '--once')
      const asked = ground.pagesAsked()
      await whileRunning(ended, expect.poll(() => ground.pagesAsked()).toBe(asked + 2))
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
    }
    ground.faults.clear()
    addRecord(ground)
    const { code, out } = await ground.clavis('watch', 'run', '--once', '--json')
    expect({ code, loads: JSON.parse(out) as object[] }).toMatchObject({
      code: 1,
      loads: [{ load: { changes: { appeared: 1, changed: 0, vanished: 0 }, met: [{ kind: 'appeared' }] } }],
    })
    const left = await readdir(ground.folder, { recursive: true })
    expect(left.filter((name) => name.endsWith('.records'))).toHaveLength(2)
    expect(left.filter((name) => /^(?:runs|watches)\/./u.test(name))).toEqual([])
  })

  test('loads what is due in one of two processes, also what is watched later, and SIGTERM during a load ends it with 0', async (context) => {
    const { expect } = context
    await using ground = await watched()
    const both = [start(context, ground), start(context, ground, 'Acme')]
    const lines = (): string[] =>
      both.flatMap(({ out }) =>
        out()
          .split('\n')
          .filter((line) => line.startsWith('Acme,')),
      )
    const running = Promise.race(both.map(({ ended }) => ended))
    await whileRunning(running, expect.poll(lines).toEqual(['Acme, Reports: 6 records · first load.']))
    expect(ground.pagesAsked()).toBe(2)
    let underWay = 0
    ground.faults.set('c2', () => void (underWay += 1))
    await ground.clavis('watch', 'set', 'Acme', 'report-configs')
    await whileRunning(running, expect.poll(() => underWay).toBe(1))
    for (const { child } of both) child.kill('SIGTERM')
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([
      [0, null],
      [0, null],
    ])
  })

  test('--once: posts its warning to the webhook before it ends', async ({ expect, onTestFinished }) => {
    await using ground = await watched('above=5')
    const bodies: unknown[] = []
    const webhook = createServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(JSON.parse(body))
        response.end()
      })
    }).listen(0, '127.0.0.1')
    await once(webhook, 'listening')
    onTestFinished(() => void webhook.close())
    const database = new Database({ folder: ground.folder })
    const settings = new SettingsStore({ database })
    const { warnings } = await settings.read()
    const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hook`
    await settings.change({ warnings: { ...warnings, webhook: true, webhookUrl } }, withoutAsking)
    await database.end()
    expect(await runClavis(ground.folder, ['watch', 'run', '--once'])).toMatchObject({
      ...{ code: 1, out: 'Acme, Reports: 6 records · first load. Condition met: More than 5 records.\n' },
    })
    expect(bodies).toMatchObject([
      {
        type: 'clavis.watch',
        text: 'Acme (Mock), Reports: 6 records, more than 5.',
        watch: { profileName: 'Acme', list: 'reports', view: null, load: { matching: 6 } },
      },
    ])
    // It lasts, and was told.
    expect((await ground.clavis('watch', 'run', '--once')).code).toBe(0)
    expect(bodies).toHaveLength(1)
  })
})
