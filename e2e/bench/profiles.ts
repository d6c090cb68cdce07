import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../fixtures/launch.ts'
import { writeStoredProfiles } from '../fixtures/services/stored-profiles.ts'
import { program, timeProcess } from './command-start.ts'
import { median } from './median.ts'
import { ratioRow, thousands, type Row } from './rows.ts'
import type { Findings, Scale } from './section.ts'
import { withApp } from './window/loaded-windows.ts'

/** Number of profiles, each with three certificates, and of the few that they are compared with. */
const counts = { most: 1000, many: 100, few: 4 } as const
type Size = keyof typeof counts
type Many = Exclude<Size, 'few'>

/** Times the start of the window and two commands with a hundred profiles, against the same with four. */
export async function measureProfiles({ starts, commandTurns }: Scale): Promise<Findings> {
  return {
    rows: [
      await compare('Start to the sidebar', 'many', 1.2, starts, 's', timeSidebar),
      ...(await withFolders(async (folders) => [
        await compareCommands(folders, 'expiry --json', 'many', 1.5, commandTurns),
        await compareCommands(folders, 'profile list', 'many', 1.5, commandTurns),
        await compareCommands(folders, 'expiry --json', 'most', 3, commandTurns),
      ])),
    ],
  }
}

type Folders = Readonly<Record<Size, string>>

async function withFolders(work: (folders: Folders) => Promise<Row[]>): Promise<Row[]> {
  const create = (): Promise<string> => mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const folders = { most: await create(), many: await create(), few: await create() }
  try {
    for (const size of ['most', 'many', 'few'] as const) await fill(folders[size], counts[size])
    return await work(folders)
  } finally {
    for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true })
  }
}

function compareCommands(folders: Folders, command: string, many: Many, limit: number, turns: number): Promise<Row> {
  const time = (size: Size): Promise<number> =>
    Promise.resolve(timeProcess([program, ...command.split(' '), '--data-dir', folders[size]]) * 1000)
  return compare(`\`clavis ${command}\``, many, limit, turns, 'ms', time)
}

/** Measures both in turn; the first of each, which warms up caches, is not counted. */
async function compare(
  what: string,
  many: Many,
  limit: number,
  turns: number,
  unit: string,
  time: (size: Size) => Promise<number>,
): Promise<Row> {
  const times = { many: [] as number[], few: [] as number[] }
  for (let turn = 0; turn <= turns; turn += 1) {
    const took = { many: await time(many), few: await time('few') }
    if (turn === 0) continue
    times.many.push(took.many)
    times.few.push(took.few)
  }
  const peerFigure = median(times.few)
  return ratioRow(
    {
      what: `${what} with ${thousands(counts[many])} profiles`,
      peer: `with ${counts.few}`,
      ratio: median(times.many) / peerFigure,
      peerFigure,
      unit,
    },
    limit,
  )
}

/** Times a start from launch until the sidebar has all profiles, in seconds. */
function timeSidebar(size: Size): Promise<number> {
  let began = 0
  const last = nameOf(counts[size] - 1)
  return withApp(
    root,
    {},
    async (page) => {
      await page.locator('nav').getByText(last, { exact: true }).first().waitFor({ state: 'attached' })
      return (performance.now() - began) / 1000
    },
    async (dataFolder) => {
      await fill(dataFolder, counts[size])
      began = performance.now()
    },
  )
}

const nameOf = (index: number): string => `Merchant ${index}`

function fill(dataFolder: string, count: number): Promise<void> {
  const environments = ['production', 'client-testing'] as const
  return writeStoredProfiles(
    dataFolder,
    Array.from({ length: count }, (_, index) => ({
      ...{ name: nameOf(index), environment: environments[index % 2] ?? 'production' },
      certificates: [
        { state: 'retired', name: `old ${index}`, fromDay: -500, toDay: -100 },
        { state: 'active', name: `active ${index}`, fromDay: -100, toDay: 200 },
        { state: 'certificate-imported', name: `next ${index}`, fromDay: -10, toDay: 400 },
      ],
    })),
  )
}
