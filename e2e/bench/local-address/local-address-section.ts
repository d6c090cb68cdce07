import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { withoutAsking } from '../../../electron/confirmation.ts'
import { withBenchProfile } from '../loading/list-load.ts'
import { median } from '../median.ts'
import { startPeer } from '../peer-process.ts'
import { watchProcess } from '../process-watch.ts'
import { differenceRow, thousands } from '../rows.ts'
import type { Findings, Scale } from '../section.ts'

/** What the local address adds to a call, at most, milliseconds. */
const ownTime = 1.5

/** Calls of a turn, one after another. */
const callsOfTurn = 1000

/** How much more memory the second half of the calls may take than the first, MiB. */
const memoryGrowth = 10

/**
 * The same client calls a service directly and through the local address, in turns; then it sends a thousand calls a second.
 * Service, client and Clavis are separate processes.
 */
export async function measureLocalAddress({ localTurns, localSeconds }: Scale): Promise<Findings> {
  const service = spawn(process.execPath, [join(import.meta.dirname, 'hello-service.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(service.stdout, 'data')) as [Buffer]
  const origin = `http://127.0.0.1:${port.toString().trim()}`
  const caller = startPeer(new URL('caller.ts', import.meta.url))
  try {
    return await withBenchProfile(
      origin,
      async ({ id, services }) => {
        const { socketPath } = await services.localAddresses.open(id, { confirm: withoutAsking, name: 'bench' })
        const turn = async (path: string): Promise<number> =>
          (await caller.ask('latency', path === '' ? origin : 'http://clavis', path, String(callsOfTurn))).seconds *
          1000
        // Lets V8 compile both before the measurement.
        await turn('')
        await turn(socketPath)
        const turns: { readonly direct: number; readonly local: number }[] = []
        for (let index = 0; index < localTurns; index += 1)
          turns.push({ direct: await turn(''), local: await turn(socketPath) })
        const atRate = async (): Promise<{ perSecond: number; failed: number; memory: number }> => {
          const watch = await watchProcess()
          const { found } = await caller.ask('rate', 'http://clavis', socketPath, String(localSeconds / 2))
          const { idleMemory, memory } = await watch.end()
          return { ...(JSON.parse(found) as { perSecond: number; failed: number }), memory: idleMemory + memory }
        }
        const [first, second] = [await atRate(), await atRate()]
        const failed = first.failed + second.failed
        const perSecond = Math.min(first.perSecond, second.perSecond)
        return {
          rows: [
            differenceRow(
              'A call through the local address, median',
              'the same call made directly',
              median(turns.map(({ direct, local }) => local - direct)),
              median(turns.map(({ direct }) => direct)),
              ownTime,
              'ms',
            ),
            {
              what: `1,000 calls a second through the local address, ${localSeconds} s`,
              peer: '–',
              result: `${thousands(Math.round(perSecond))} a second, ${failed} failed`,
              target: '≥ 950, none failed',
              isMet: perSecond >= 950 && failed === 0,
            },
            differenceRow(
              'Most memory in the second half of these calls',
              'the first half',
              second.memory - first.memory,
              first.memory,
              memoryGrowth,
              'MiB',
            ),
          ],
        }
      },
      { atOnce: 1000, perMinute: 1_000_000 },
    )
  } finally {
    caller.end()
    service.kill()
  }
}
