import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { drainBare } from './bare-drain.ts'
import { measureKeyMaking } from './key-making.ts'
import { measureFinding, type FindTime } from './find-times.ts'
import { measureComparison } from './comparison-run.ts'
import { measureExports } from './export-run.ts'
import { measureRun, type MeasuredRun } from './list-run.ts'
import { servePages } from './serve-pages.ts'
import { measureSigning } from './signing.ts'
import { servePeerPage } from './serve-peer-page.ts'
import { timeStart } from './start-time.ts'
import { compareTables, type MeasuredTable } from './table-comparison.ts'

// `npm run bench [-- --quick]`: what docs/benchmarks.md says. Ratios, each against a peer in this same run.

const isQuick = process.argv.includes('--quick')
const records = isQuick ? 50_000 : 1_000_000
const rounds = isQuick ? 1 : 3

/** Records of the run against a server that takes its time: it would take too long with all of them. */
const slowRecords = isQuick ? 25_000 : 250_000
const slowPage = 20

interface Row {
  readonly what: string
  readonly measured: string
  readonly ratio: number
  readonly reach: number
  /** The row is reached from there on, not up to there. */
  readonly isAtLeast?: true
  /** What is judged is no ratio but a number of these. */
  readonly unit?: string
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function timed(work: () => Promise<number>, expected: number): Promise<number> {
  const began = performance.now()
  const came = await work()
  if (came !== expected) throw new Error(`${came} records came where ${expected} were expected.`)
  return (performance.now() - began) / 1000
}

/** The whole run against the bare drain, turn about. */
async function compareRuns(
  count: number,
  delay: number,
  turns: number,
): Promise<{ bare: number; runs: MeasuredRun[] }> {
  const server = await servePages(count, delay)
  const bare: number[] = []
  const runs: MeasuredRun[] = []
  try {
    // Both warm up on a part first: the compiler's time is nobody's.
    await measureRun(server.origin)
    for (let turn = 0; turn < turns; turn += 1) {
      bare.push(await timed(() => drainBare(server.origin), count))
      const run = await measureRun(server.origin)
      if (run.records !== count) throw new Error(`Clavis has ${run.records} records where ${count} were expected.`)
      runs.push(run)
    }
  } finally {
    server.end()
  }
  return { bare: median(bare), runs }
}

/** Median time between pages among 20 of them, from page `first` on. */
function pageTime({ pageTimes }: MeasuredRun, first: number): number {
  const times = pageTimes.slice(first - 1, first + 20)
  return median(times.slice(1).map((time, index) => time - (times[index] ?? time)))
}

/** Starting against an empty window, turn about; medians, seconds. */
async function starts(peerPage: string): Promise<{ clavis: number; empty: number }> {
  const clavis: number[] = []
  const empty: number[] = []
  for (let turn = 0; turn < (isQuick ? 1 : 7); turn += 1) {
    clavis.push(await timeStart('clavis', peerPage))
    empty.push(await timeStart('empty', peerPage))
  }
  return { clavis: median(clavis), empty: median(empty) }
}

/** Lengths of the lists that the tables show; the first and the last are Clavis's own comparison too. */
const lengths = isQuick ? [1000, 10_000] : [10_000, 100_000, 1_000_000]

const number = (value: number, digits = 2): string => value.toFixed(digits)
const pages = records / 500

/** What is being measured, told while it goes on: the table comes at the end. */
const tell = (what: string): void => console.error(`${what} …`)

tell('Whole runs against the bare drain')
const fast = await compareRuns(records, 0, rounds)
const seconds = median(fast.runs.map((run) => run.seconds))
const early = median(fast.runs.map((run) => pageTime(run, 10)))
const late = median(fast.runs.map((run) => pageTime(run, pages - 20)))
tell('The same where a page takes its time')
const slow = await compareRuns(slowRecords, slowPage, 1)
const slowSeconds = median(slow.runs.map((run) => run.seconds))
tell('Signing, and making keys')
const signing = await measureSigning(isQuick ? 500 : 3000, isQuick ? 1 : 5)
const keyMakings: Awaited<ReturnType<typeof measureKeyMaking>>[] = []
for (let turn = 0; turn < (isQuick ? 1 : 5); turn += 1) keyMakings.push(await measureKeyMaking(isQuick ? 2 : 6))
const keyStall = median(keyMakings.map(({ stall }) => stall))
const peer = await servePeerPage()
tell('Starting')
const start = await starts(peer.origin)
tell('Tables')
const shown = await compareTables(lengths, peer.origin)
peer.end()
const ofClavis = (records: number | undefined): MeasuredTable => {
  const found = shown.find((each) => each.table === 'clavis' && each.records === records)
  if (found === undefined) throw new Error(`No table of ${records ?? 'no'} records was measured.`)
  return found
}
const few = ofClavis(lengths[0])
const many = ofClavis(lengths.at(-1))
const windowTime = many.rowWindows[Math.floor(many.rowWindows.length * 0.99)] ?? Number.NaN
tell('Saving')
const exports = await measureExports(records)
tell('Comparing')
const compared = await measureComparison(records)

const slowest = (times: readonly FindTime[]): FindTime =>
  times.reduce((worst, time) => (time.seconds > worst.seconds ? time : worst))
tell('Sorts, filters and searches')
const finding = await measureFinding(records)
const sort = slowest(finding.sorts)
const filter = slowest(finding.filters)
const stall = median(fast.runs.map((run) => run.stall))
const memory = Math.max(...fast.runs.map((run) => run.memory))

const rows: Row[] = [
  {
    what: `${records.toLocaleString('en')} records: whole run against the bare drain`,
    measured: `${number(seconds)} s against ${number(fast.bare)} s`,
    ratio: seconds / fast.bare,
    reach: 1.25,
  },
  {
    what: `${slowRecords.toLocaleString('en')} records where a page takes ${slowPage} ms`,
    measured: `${number(slowSeconds)} s against ${number(slow.bare)} s`,
    ratio: slowSeconds / slow.bare,
    reach: 1.02,
  },
  {
    what: `Time for page ${pages.toLocaleString('en')} against page 10 (medians of 20)`,
    measured: `${number(late)} ms against ${number(early)} ms`,
    ratio: late / early,
    reach: 1.2,
  },
  {
    what: `Page heap at ${many.records.toLocaleString('en')} records against ${few.records.toLocaleString('en')}`,
    measured: `${number(many.heap, 1)} MiB against ${number(few.heap, 1)} MiB`,
    ratio: many.heap / few.heap,
    reach: 1.15,
  },
  {
    what: 'Assertions signed a second against bare node:crypto',
    measured: `${number(signing.assertions, 0)} against ${number(signing.bare, 0)}`,
    ratio: signing.assertions / signing.bare,
    reach: 0.9,
    isAtLeast: true,
  },
  {
    what: 'Main’s longest stall while RSA-4096 keys and CSRs are made',
    measured: `${number(keyStall, 1)} ms; a thread without work ${number(median(keyMakings.map(({ idleStall }) => idleStall)), 1)} ms`,
    ratio: keyStall,
    reach: 20,
    unit: 'ms',
  },
  {
    what: 'Start to the first usable screen against an empty window',
    measured: `${number(start.clavis)} s against ${number(start.empty)} s`,
    ratio: start.clavis / start.empty,
    reach: 1.5,
  },
  {
    what: `First sort of ${records.toLocaleString('en')}, the slowest of ${finding.sorts.length} columns`,
    measured: sort.what,
    ratio: sort.seconds,
    reach: 1.5,
    unit: 's',
  },
  {
    what: `First filter or search of ${records.toLocaleString('en')}, the slowest of ${finding.filters.length}`,
    measured: filter.what,
    ratio: filter.seconds,
    reach: 0.5,
    unit: 's',
  },
  {
    what: 'Main’s longest stall while paging',
    measured: `median of ${fast.runs.length} runs`,
    ratio: stall,
    reach: 20,
    unit: 'ms',
  },
  { what: 'Memory of main over idle', measured: 'the greatest seen', ratio: memory, reach: 150, unit: 'MiB' },
]

console.log(
  `\n${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}${isQuick ? ', quick form' : ''}\n`,
)
console.log('| what | measured | ratio | reach |\n|---|---|---|---|')
for (const { what, measured, ratio, reach, isAtLeast, unit = '×' } of rows) {
  const isReached = isAtLeast === true ? ratio >= reach : ratio <= reach
  const bound = `${isAtLeast === true ? '≥' : '≤'} ${reach} ${unit}`
  console.log(
    `| ${what} | ${measured} | ${number(ratio)} ${unit} | ${bound} ${isReached ? 'reached' : '**not reached**'} |`,
  )
}

const tableNames = {
  clavis: 'Clavis',
  'client-side-grid': 'AG Grid Community, client-side rows',
  plain: '`useInfiniteQuery` and react-virtual',
} as const
console.log(
  '\n| table | records | load all | page heap | frame, 95 of 100 | frames over 33 ms |\n|---|---|---|---|---|---|',
)
for (const { table, records: length, seconds: took, heap, frames } of shown)
  console.log(
    `| ${tableNames[table]} | ${length.toLocaleString('en')} | ${number(took, 1)} s | ${number(heap, 0)} MiB | ${number(frames.p95, 1)} ms | ${frames.late} of ${frames.frames} |`,
  )
console.log(
  `\n100 rows anywhere in ${many.records.toLocaleString('en')}, call to drawn rows: ${number(windowTime, 1)} ms at 99 of 100 (reach 16).`,
)
console.log('\n| asked for the first time | rows | seconds |\n|---|---|---|')
for (const { what, count, seconds: took } of [...finding.sorts, ...finding.filters])
  console.log(`| ${what} | ${count.toLocaleString('en')} | ${number(took)} |`)
console.log(
  `\n| ${records.toLocaleString('en')} records saved as | time | file | memory over before (≤ 150 MiB) | stall of main |\n|---|---|---|---|---|`,
)
for (const { format, seconds: took, size, memory, stall } of exports)
  console.log(
    `| ${format} | ${number(took)} s | ${number(size, 0)} MiB | ${number(memory, 0)} MiB | ${number(stall, 0)} ms |`,
  )

console.log(
  `\nTwo readings of ${records.toLocaleString('en')} records compared (${compared.differences.toLocaleString('en')} differences): ${number(compared.seconds)} s (≤ 20 s), memory over before ${number(compared.memory, 0)} MiB, stall of main ${number(compared.stall, 0)} ms.`,
)

const results = join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFile(
  join(results, isQuick ? 'quick.json' : 'bench.json'),
  `${JSON.stringify({ records, rows, start, tables: shown, finding, exports, compared }, undefined, 2)}\n`,
)
