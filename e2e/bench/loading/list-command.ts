import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { program } from '../command-start.ts'
import { median } from '../median.ts'
import { differenceRow, ratioRow, thousands, type Row } from '../rows.ts'
import type { Scale } from '../section.ts'
import type { PagesServer } from '../serve-pages.ts'
import { withBenchProfile } from './list-load.ts'

/** What a program took. */
interface MeasuredRun {
  /** Processor time of all its threads. */
  readonly seconds: number
  /** Its peak memory, MiB. */
  readonly memory: number
}

/** Debian's Python, which has its package `python3-requests`; another system's first Python. */
const python = process.platform === 'linux' ? '/usr/bin/python3' : 'python3'

/** Writes a whole list to a file with `clavis list`, in turn with what a user would write instead. */
export function measureListCommand({ records, loads }: Scale, pages: PagesServer): Promise<Row[]> {
  const base = pages.list(records)
  return withBenchProfile(base, async ({ name, dataFolder, services }) => {
    // The command opens the data folder itself.
    await services.end()
    const turns: { readonly clavis: MeasuredRun; readonly peer: MeasuredRun }[] = []
    for (let turn = 0; turn < loads; turn += 1) {
      const own = join(dataFolder, 'clavis.ndjson')
      const other = join(dataFolder, 'requests.ndjson')
      const command = [process.execPath, program, 'list', name, 'reports', '--out', own, '--data-dir', dataFolder]
      const clavis = measureRun(command)
      const peer = measureRun([python, join(import.meta.dirname, 'requests_export.py'), base, other])
      await requireRecords(own, records)
      await requireRecords(other, records)
      turns.push({ clavis, peer })
    }
    const what = `\`clavis list --out\`, ${thousands(records)} records`
    const peerSeconds = median(turns.map(({ peer }) => peer.seconds))
    return [
      ratioRow(
        {
          what: `${what}: processor time`,
          peer: 'Python with `requests`',
          ratio: median(turns.map(({ clavis, peer }) => clavis.seconds / peer.seconds)),
          peerFigure: peerSeconds,
          unit: 's',
        },
        0.45,
      ),
      memoryRow(`${what}: peak memory`, turns),
    ]
  })
}

/** Creates the row of the memory, whose limit is Clavis's own. */
function memoryRow(what: string, turns: readonly { readonly clavis: MeasuredRun; readonly peer: MeasuredRun }[]): Row {
  const limit = 220
  const memory = Math.max(...turns.map(({ clavis }) => clavis.memory))
  const peerMemory = median(turns.map(({ peer }) => peer.memory))
  return {
    ...differenceRow(what, 'Python with `requests`', 0, 0, 0, ''),
    result: `${memory.toFixed(0)} MiB (${peerMemory.toFixed(0)} MiB)`,
    target: `≤ ${limit} MiB`,
    isMet: memory <= limit,
  }
}

/** Runs a program to its end. @throws if it fails */
function measureRun(command: readonly string[]): MeasuredRun {
  const { status, stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'measured_run.py'), ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${String(status)}: ${stderr}`)
  return JSON.parse(stdout) as MeasuredRun
}

/** Checks the number of lines, and removes the file. */
async function requireRecords(file: string, expected: number): Promise<void> {
  const bytes = await readFile(file)
  let lines = 0
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lines += 1
  if (lines !== expected) throw new Error(`${file} has ${lines} records, but ${expected} were expected.`)
  await rm(file)
}
