import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { startBareClient } from './bare-client.ts'
import { measureKeyMaking } from './key-making.ts'
import { measureFinding, type FindTime } from './find-times.ts'
import { measureComparison } from './comparison-run.ts'
import { measureExports } from './export-run.ts'
import { measureRun, type MeasuredRun } from './list-run.ts'
import type { Strain } from './process-watch.ts'
import { servePages } from './serve-pages.ts'
import { measureSigning } from './signing.ts'
import type { JumpTimes } from './row-windows.ts'
import { servePeerPage } from './serve-peer-page.ts'
import { timeStart } from './start-time.ts'
import { watchTakenTime } from './taken-time.ts'
import { measureTables, measureEmptyScroll, type MeasuredTable } from './table-comparison.ts'

// `npm run bench [-- --quick]`: what docs/benchmarks.md says. Ratios, each against a peer in this same run.

const isQuick = process.argv.includes('--quick')
const records = isQuick ? 50_000 : 1_000_000
const rounds = isQuick ? 1 : 5

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

/** The whole run against the bare drain, turn about. */
async function compareRuns(
  count: number,
  delay: number,
  turns: number,
): Promise<{ bare: number; runs: MeasuredRun[] }> {
  const server = await servePages(count, delay)
  // In a process of its own: what it parses must not be left to Clavis's garbage collector.
  const client = startBareClient()
  const bare: number[] = []
  const runs: MeasuredRun[] = []
  try {
    // Both warm up first: the compiler's time is nobody's.
    await client.drain(server.origin)
    await measureRun(server.origin)
    for (let turn = 0; turn < turns; turn += 1) {
      const drained = await client.drain(server.origin)
      if (drained.records !== count) throw new Error(`${drained.records} records came where ${count} were expected.`)
      bare.push(drained.seconds)
      const run = await measureRun(server.origin)
      if (run.records !== count) throw new Error(`Clavis has ${run.records} records where ${count} were expected.`)
      runs.push(run)
    }
  } finally {
    client.end()
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

/** What a section of the bench found. */
interface Findings {
  readonly rows: readonly Row[]
  /** What is told below the table. */
  readonly lines: readonly string[]
  readonly data: unknown
}

const thousands = (value: number): string => value.toLocaleString('en')

/** Main's longest stall, the median of some turns, beside that of a thread without work. */
function stallRow(what: string, turns: readonly Strain[]): Row {
  const idle = number(median(turns.map(({ idleStall }) => idleStall)), 1)
  return {
    what,
    measured: `${turns.length === 1 ? 'one turn' : `median of ${turns.length}`}; a thread without work ${idle} ms`,
    ratio: median(turns.map(({ stall }) => stall)),
    reach: 20,
    unit: 'ms',
  }
}

async function runs(): Promise<Findings> {
  const fast = await compareRuns(records, 0, rounds)
  const seconds = median(fast.runs.map((run) => run.seconds))
  const early = median(fast.runs.map((run) => pageTime(run, 10)))
  const late = median(fast.runs.map((run) => pageTime(run, pages - 20)))
  const memory = Math.max(...fast.runs.map((run) => run.memory))
  const rows: Row[] = [
    {
      what: `${thousands(records)} records: whole run against the bare drain`,
      measured: `${number(seconds)} s against ${number(fast.bare)} s`,
      ratio: seconds / fast.bare,
      reach: 1.25,
    },
    {
      what: `Time for page ${thousands(pages)} against page 10 (medians of 20)`,
      measured: `${number(late)} ms against ${number(early)} ms`,
      ratio: late / early,
      reach: 1.2,
    },
    stallRow('Main’s longest stall while paging', fast.runs),
    { what: 'Memory of main over idle', measured: 'the greatest seen', ratio: memory, reach: 150, unit: 'MiB' },
  ]
  return { rows, lines: [], data: fast.runs.map(({ pageTimes: _pageTimes, ...run }) => run) }
}

async function slowRuns(): Promise<Findings> {
  const slow = await compareRuns(slowRecords, slowPage, 1)
  const seconds = median(slow.runs.map((run) => run.seconds))
  const row: Row = {
    what: `${thousands(slowRecords)} records where a page takes ${slowPage} ms`,
    measured: `${number(seconds)} s against ${number(slow.bare)} s`,
    ratio: seconds / slow.bare,
    reach: 1.02,
  }
  return { rows: [row], lines: [], data: { seconds, bare: slow.bare } }
}

async function finding(): Promise<Findings> {
  const found = await measureFinding(records)
  const slowest = (times: readonly FindTime[]): FindTime =>
    times.reduce((worst, time) => (time.seconds > worst.seconds ? time : worst))
  const sort = slowest(found.sorts)
  const filter = slowest(found.filters)
  const rows: Row[] = [
    {
      what: `First sort of ${thousands(records)}, the slowest of ${found.sorts.length} columns`,
      measured: sort.what,
      ratio: sort.seconds,
      reach: 1.5,
      unit: 's',
    },
    {
      what: `First filter or search of ${thousands(records)}, the slowest of ${found.filters.length}`,
      measured: filter.what,
      ratio: filter.seconds,
      reach: 0.5,
      unit: 's',
    },
  ]
  const lines = [
    '| asked for the first time | rows | seconds |',
    '|---|---|---|',
    ...[...found.sorts, ...found.filters].map(
      ({ what, count, seconds }) => `| ${what} | ${thousands(count)} | ${number(seconds)} |`,
    ),
  ]
  return { rows, lines, data: found }
}

async function signing(): Promise<Findings> {
  const measured = await measureSigning(200, isQuick ? 3 : 75)
  const row: Row = {
    what: 'Assertions signed a second against bare node:crypto',
    measured: `${number(measured.assertions, 0)} against ${number(measured.bare, 0)}`,
    ratio: measured.ratio,
    reach: 0.9,
    isAtLeast: true,
  }
  return { rows: [row], lines: [], data: measured }
}

async function keys(): Promise<Findings> {
  const turns: Strain[] = []
  for (let turn = 0; turn < (isQuick ? 1 : 5); turn += 1) turns.push(await measureKeyMaking(isQuick ? 2 : 6))
  const row = stallRow('Main’s longest stall while RSA-4096 keys and CSRs are made', turns)
  return { rows: [row], lines: [], data: turns }
}

async function start(): Promise<Findings> {
  const peer = await servePeerPage()
  const { clavis, empty } = await starts(peer.origin)
  peer.end()
  const row: Row = {
    what: 'Start to the first usable screen against an empty window',
    measured: `${number(clavis)} s against ${number(empty)} s`,
    ratio: clavis / empty,
    reach: 1.5,
  }
  return { rows: [row], lines: [], data: { clavis, empty } }
}

const tableNames = {
  clavis: 'Clavis',
  'client-side-grid': 'AG Grid Community, client-side rows',
  plain: '`useInfiniteQuery` and react-virtual',
} as const

/** @param part of the jumps that took no longer than the milliseconds that are answered */
function within({ times }: JumpTimes, part: number): number {
  return times[Math.floor(times.length * part)] ?? Number.NaN
}

function rowWindowRow(what: string, jumps: JumpTimes, beside = ''): Row {
  return {
    what,
    measured: `99 of 100 of ${jumps.times.length} jumps; half of them ${number(within(jumps, 0.5), 1)} ms${beside}`,
    ratio: within(jumps, 0.99),
    reach: 16,
    unit: 'ms',
  }
}

async function table(): Promise<Findings> {
  const peer = await servePeerPage()
  const empty = await measureEmptyScroll(peer.origin)
  const shown = await measureTables(['clavis'], lengths, peer.origin, lengths.at(-1))
  peer.end()
  const ofClavis = (length: number | undefined): MeasuredTable => {
    const found = shown.find((each) => each.records === length)
    if (found === undefined) throw new Error(`No table of ${length ?? 'no'} records was measured.`)
    return found
  }
  const few = ofClavis(lengths[0])
  const many = ofClavis(lengths.at(-1))
  if (many.rowWindows === undefined) throw new Error('No jumps were made through the longest list.')
  const { inSight, hundred, bare } = many.rowWindows
  const besideHundred = `; ${bare.cells} bare cells alone ${number(within(bare, 0.99), 1)} ms, half ${number(within(bare, 0.5), 1)} ms`
  const rows: Row[] = [
    {
      what: `Page heap at ${thousands(many.records)} records against ${thousands(few.records)}`,
      measured: `${number(many.heap, 1)} MiB against ${number(few.heap, 1)} MiB`,
      ratio: many.heap / few.heap,
      reach: 1.15,
    },
    rowWindowRow(`100 rows anywhere in ${thousands(many.records)}, call to drawn rows`, hundred, besideHundred),
    rowWindowRow(`The same for the rows of a usual window`, inSight),
    {
      what: `Scroll through ${thousands(many.records)} records: 95 of 100 frames`,
      measured: `${many.frames.late} of ${many.frames.frames} over 33 ms (reach: none); an empty element ${number(empty.p95, 1)} ms, ${empty.late}; drawn ${number(many.frames.drawnP95, 1)} ms apart (${number(empty.drawnP95, 1)} ms)`,
      ratio: many.frames.p95,
      reach: 16.7,
      unit: 'ms',
    },
  ]
  return { rows, lines: tableLines(shown), data: { empty, shown } }
}

async function peerTables(): Promise<Findings> {
  const peer = await servePeerPage()
  // They hold every row, so that the length makes no difference to jumps; the longest list AG Grid squeezes into what an element
  // may be high, and once a place that it was made to jump to stayed blank.
  const shown = await measureTables(['client-side-grid', 'plain'], lengths, peer.origin, lengths.at(-2))
  peer.end()
  return { rows: [], lines: tableLines(shown), data: shown }
}

function tableLines(shown: readonly MeasuredTable[]): string[] {
  return [...lengthLines(shown), '', ...jumpLines(shown)]
}

function jumpLines(shown: readonly MeasuredTable[]): string[] {
  return [
    '| table | records | rows in sight | cells | half of the jumps | 99 of 100 |',
    '|---|---|---|---|---|---|',
    ...shown.flatMap(({ table: name, records: length, rowWindows }) =>
      Object.entries(rowWindows === undefined ? {} : { usual: rowWindows.inSight, '100': rowWindows.hundred }).map(
        ([height, jumps]) =>
          `| ${tableNames[name]} | ${thousands(length)} | ${height} | ${jumps.cells} | ${number(within(jumps, 0.5), 1)} ms | ${number(within(jumps, 0.99), 1)} ms |`,
      ),
    ),
  ]
}

function lengthLines(shown: readonly MeasuredTable[]): string[] {
  return [
    '| table | records | load all | page heap | frame, 95 of 100 | frames over 33 ms |',
    '|---|---|---|---|---|---|',
    ...shown.map(
      ({ table: name, records: length, seconds, heap, frames }) =>
        `| ${tableNames[name]} | ${thousands(length)} | ${number(seconds, 1)} s | ${number(heap, 0)} MiB | ${number(frames.p95, 1)} ms | ${frames.late} of ${frames.frames} |`,
    ),
  ]
}

async function saving(): Promise<Findings> {
  const exports = await measureExports(records)
  const lines = [
    `| ${thousands(records)} records saved as | time | file | memory over before (≤ 150 MiB) | stall of main |`,
    '|---|---|---|---|---|',
    ...exports.map(
      ({ format, seconds, size, memory, stall }) =>
        `| ${format} | ${number(seconds)} s | ${number(size, 0)} MiB | ${number(memory, 0)} MiB | ${number(stall, 0)} ms |`,
    ),
  ]
  const rows: Row[] = [
    stallRow('Main’s longest stall while saving, by format', exports),
    {
      what: `Memory while ${thousands(records)} records are saved, over idle`,
      measured: 'the greatest seen in any format',
      ratio: Math.max(...exports.map(({ memory }) => memory)),
      reach: 150,
      unit: 'MiB',
    },
  ]
  return { rows, lines, data: exports }
}

async function comparing(): Promise<Findings> {
  const compared = await measureComparison(records)
  const row: Row = {
    what: `Two readings of ${thousands(records)} compared (${thousands(compared.differences)} differences)`,
    measured: `memory over before ${number(compared.memory, 0)} MiB, stall of main ${number(compared.stall, 0)} ms`,
    ratio: compared.seconds,
    reach: 20,
    unit: 's',
  }
  return { rows: [row], lines: [], data: compared }
}

const sections = { runs, slowRuns, finding, signing, keys, start, table, peerTables, saving, comparing } as const
type Section = keyof typeof sections
const isSection = (name: string): name is Section => name in sections

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.find((name) => !isSection(name))
if (unknown !== undefined) throw new Error(`There is no “${unknown}”: name any of ${Object.keys(sections).join(', ')}.`)
const chosen = (Object.keys(sections) as Section[]).filter((name) => named.length === 0 || named.includes(name))

const findings = new Map<Section, Findings & { readonly taken: number | undefined }>()
for (const name of chosen) {
  // The table comes at the end; until then this tells what goes on.
  console.error(`${name} …`)
  const taken = await watchTakenTime()
  const found = await sections[name]()
  findings.set(name, { ...found, taken: await taken() })
}

console.log(
  `\n${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}${isQuick ? ', quick form' : ''}\n`,
)
console.log('| what | measured | result | reach |\n|---|---|---|---|')
for (const { rows } of findings.values())
  for (const { what, measured, ratio, reach, isAtLeast, unit = '×' } of rows) {
    const isReached = isAtLeast === true ? ratio >= reach : ratio <= reach
    const bound = `${isAtLeast === true ? '≥' : '≤'} ${reach} ${unit}`
    console.log(
      `| ${what} | ${measured} | ${number(ratio)} ${unit} | ${bound} ${isReached ? 'reached' : '**not reached**'} |`,
    )
  }
for (const { lines } of findings.values()) if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
const takenTimes = [...findings].flatMap(([name, { taken }]) =>
  taken === undefined ? [] : [`${name} ${number(taken * 100, 0)} %`],
)
if (takenTimes.length > 0)
  console.log(`\nOf the processors’ time other machines on the same host took: ${takenTimes.join(', ')}.`)

const results = join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFile(
  join(results, isQuick ? 'quick.json' : 'bench.json'),
  `${JSON.stringify(Object.fromEntries([...findings].map(([name, { rows, data, taken }]) => [name, { rows, taken, data }])), undefined, 2)}\n`,
)
