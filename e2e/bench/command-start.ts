import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../fixtures/launch.ts'
import { writeStoredProfiles } from '../fixtures/services/stored-profiles.ts'
import { median } from './median.ts'
import { ratioRow, type Row } from './rows.ts'
import type { Findings, Scale } from './section.ts'

/** The file that the `clavis` command starts. */
export const program = join(root, 'scripts', 'clavis.mjs')

/**
 * Times `clavis --help`, and `clavis expiry` with a data folder of four profiles, against `node -e 0` with the same
 * Node. Measures whole processes, in turn.
 */
export async function measureCommands({ commandTurns }: Scale): Promise<Findings> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  try {
    await writeStoredProfiles(
      dataFolder,
      (['mock', 'client-testing', 'client-testing', 'production'] as const).map((environment, index) => ({
        ...{ name: `Profile ${index}`, environment },
        certificates: [{ state: 'active', name: `certificate ${index}`, fromDay: -100, toDay: 200 }],
      })),
    )
    const help = ['--help']
    const expiry = ['expiry', '--data-dir', dataFolder]
    // Warms up Node's code cache and the disk cache.
    for (const args of [help, expiry]) timeProcess([program, ...args])
    const times = { node: [] as number[], help: [] as number[], expiry: [] as number[] }
    for (let turn = 0; turn < commandTurns; turn += 1) {
      times.node.push(timeProcess(['-e', '0']))
      times.help.push(timeProcess([program, ...help]))
      times.expiry.push(timeProcess([program, ...expiry]))
    }
    const peerFigure = median(times.node) * 1000
    const row = (command: string, limit: number, seconds: readonly number[]): Row => {
      const ratio = (median(seconds) * 1000) / peerFigure
      return ratioRow({ what: `\`${command}\``, peer: '`node -e 0`', ratio, peerFigure, unit: 'ms' }, limit)
    }
    return { rows: [row('clavis --help', 5, times.help), row('clavis expiry', 8, times.expiry)] }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Runs Node and returns how long that took, in seconds. */
export function timeProcess(args: readonly string[]): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const seconds = (performance.now() - began) / 1000
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(status)}: ${stderr.toString()}`)
  return seconds
}
