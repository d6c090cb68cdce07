import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type Locator, type Page } from 'playwright'
import { defaultProfileSettings, type Profile } from '../../../shared/profiles/profile.ts'
import { agreeToAllHosts } from '../../fixtures/app/agreed-hosts.ts'
import { environment, root, switches } from '../../fixtures/launch.ts'
import { bridgeCall } from '../../fixtures/services/practice.ts'

/** A window in which a whole list is loaded. */
export interface LoadedWindow {
  readonly page: Page
  /** From "Load all" to the last record. */
  readonly seconds: number
  /** Selects the element that scrolls the rows. */
  readonly scroller: string
}

/** Timeout for loading, milliseconds. */
const patience = 900_000

/** The table that shows the list: that of Clavis or of a peer (`peer-app`). */
export type Table = 'clavis' | 'plain' | 'blocks' | 'grid'

/** The folder of the peers' app. */
export const peerApp = join(import.meta.dirname, 'peer-app')

/** Launches an app with its own data folder, which `fill` fills first, and ends it after `work`. */
export async function withApp<T>(
  folder: string,
  variables: Record<string, string>,
  work: (page: Page, dataFolder: string) => Promise<T>,
  fill?: (dataFolder: string) => Promise<void>,
): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  await fill?.(dataFolder)
  // Clavis's page has no network; the peers' pages load the list over theirs.
  const network = folder === peerApp ? ['--no-proxy-server'] : []
  const app = await _electron.launch({
    args: [...switches(), ...network, folder, `--user-data-dir=${dataFolder}`],
    cwd: root,
    env: { ...environment(), ...variables },
  })
  try {
    return await work(await app.firstWindow(), dataFolder)
  } finally {
    await app.close()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The list to load, and where it and the peers' page are served. */
export interface ServedList {
  readonly peerPage: string
  /** The list's base address. */
  readonly list: string
  readonly records: number
}

/** Loads the whole list in a window and runs `work` with it. */
export function withLoadedList<T>(
  table: Table,
  served: ServedList,
  work: (window: LoadedWindow) => Promise<T>,
): Promise<T> {
  if (table === 'clavis')
    return withApp(root, {}, async (page, dataFolder) => {
      await openList(page, served.list, dataFolder)
      const seconds = await timeLoading(
        page,
        page.getByRole('status').filter({ hasText: /^All [\d,]+ records loaded$/u }),
      )
      return work({ page, seconds, scroller: '[data-scroller]' })
    })
  return withPeer(table, served, async (page) => {
    const seconds = await timeLoading(page, peerEnd(page, served))
    const scroller = table === 'grid' ? '.ag-body-vertical-scroll-viewport' : '[data-scroller]'
    return work({ page, seconds, scroller })
  })
}

function withPeer<T>(table: Table, { peerPage, list }: ServedList, work: (page: Page) => Promise<T>): Promise<T> {
  const url = `${peerPage}/index.html?${new URLSearchParams({ table, origin: list }).toString()}`
  return withApp(peerApp, { CLAVIS_BENCH_URL: url }, work)
}

function peerEnd(page: Page, { records }: ServedList): Locator {
  return page.locator('output').filter({ hasText: `${records} in all` })
}

async function timeLoading(page: Page, end: Locator): Promise<number> {
  const began = performance.now()
  await page.getByRole('button', { name: 'Load all' }).click()
  await end.waitFor({ timeout: patience })
  return (performance.now() - began) / 1000
}

async function openList(page: Page, list: string, dataFolder: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const created = await bridgeCall(page, 'profiles.create', {
    ...defaultProfileSettings('basic'),
    name: 'Bench',
    environment: 'mock',
    clientId: 'bench',
    tokenUrl: `${list}/token`,
    reportsBaseUrl: list,
  })
  if (!created.ok) throw new Error(created.error.message)
  const { id: profileId } = created.value as Profile
  await bridgeCall(page, 'profiles.setClientSecret', { profileId, clientSecret: 'bench' })
  await agreeToAllHosts(dataFolder)
  await page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name: /Bench/u }).click()
  await page.getByRole('link', { name: 'Lists', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'more available' }).waitFor()
}
