import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { measureCommands } from './command-start.ts'
import { measureLoading } from './loading/loading-section.ts'
import { measureLocalAddress } from './local-address/local-address-section.ts'
import { mainRows } from './main-rows.ts'
import { measureProfiles } from './profiles.ts'
import { compareEngines } from './records/engine-comparisons.ts'
import { measureRecords } from './records/records-section.ts'
import { tableOf } from './rows.ts'
import type { Findings, Scale, Section } from './section.ts'
import { servePages } from './serve-pages.ts'
import { measureSigning } from './signing.ts'
import { watchTakenTime } from './taken-time.ts'
import { measureWatches } from './watches.ts'
import { measureWindow } from './window/window-section.ts'

// `npm run bench [-- --quick] [SECTION…]`: prints the table of docs/benchmarks.md. Ends with 1 if a target is missed.

const fullScale: Scale = {
  records: 1_000_000,
  fewRecords: 10_000,
  comparedRecords: 300_000,
  slowRecords: 250_000,
  loads: 3,
  starts: 5,
  scrolls: 3,
  scrollSeconds: 10,
  jumps: 200,
  signingTurns: 25,
  commandTurns: 9,
  localTurns: 9,
  localSeconds: 60,
  watchedLoads: 200,
}

const quickScale: Scale = {
  records: 100_000,
  fewRecords: 5000,
  comparedRecords: 30_000,
  slowRecords: 25_000,
  loads: 1,
  starts: 1,
  scrolls: 1,
  scrollSeconds: 2,
  jumps: 40,
  signingTurns: 3,
  commandTurns: 3,
  localTurns: 3,
  localSeconds: 6,
  watchedLoads: 10,
}

const sections: Readonly<Record<string, Section>> = {
  loading: measureLoading,
  window: measureWindow,
  records: measureRecords,
  signing: measureSigning,
  commands: measureCommands,
  profiles: measureProfiles,
  'local-address': measureLocalAddress,
  watches: measureWatches,
  comparisons: compareEngines,
}

/** Run only if named: evidence for decision records, which no target judges. */
const onlyNamed = ['comparisons']

const isQuick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.find((name) => !Object.hasOwn(sections, name))
if (unknown !== undefined)
  throw new Error(`There is no section “${unknown}”. Sections: ${Object.keys(sections).join(', ')}.`)

const pages = await servePages()
const all: Findings[] = []
const takenTimes: string[] = []
for (const [name, section] of Object.entries(sections)) {
  if (named.length > 0 ? !named.includes(name) : onlyNamed.includes(name)) continue
  console.error(`${name} …`)
  const taken = await watchTakenTime()
  all.push(await section(isQuick ? quickScale : fullScale, pages))
  const part = await taken()
  if (part !== undefined) takenTimes.push(`${name} ${(part * 100).toFixed(0)} %`)
}
pages.end()

const rows = [
  ...all.flatMap((findings) => findings.rows),
  ...mainRows(all.flatMap(({ strain }) => (strain === undefined ? [] : [strain]))),
]
const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
const memory = Math.round(totalmem() / 2 ** 30)
console.log(`\n${processor}, ${availableParallelism()} cores, ${memory} GiB, Node ${process.versions.node}\n`)
console.log(tableOf(rows, !isQuick))
if (isQuick) console.log('\nQuick form: too little is measured to judge the targets.')
if (takenTimes.length > 0)
  console.log(`\nProcessor time that other machines on the same host took: ${takenTimes.join(', ')}.`)

const results = join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFile(join(results, isQuick ? 'quick.json' : 'bench.json'), `${JSON.stringify(rows, undefined, 2)}\n`)
if (!isQuick && rows.some(({ isMet }) => isMet === false)) process.exitCode = 1
