import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { defaultProfileSettings, type Profile } from '../../shared/model/profile.ts'
import { environment, root, switches } from '../fixtures/launch.ts'
import { bridgeCall } from '../fixtures/practice.ts'

/** A window in which a whole list is loaded. */
export interface LoadedWindow {
  readonly page: Page
  /** From the person's word to the last record, seconds. */
  readonly seconds: number
  /** Selects the element that scrolls the rows. */
  readonly scroller: string
}

/** Longest that loading may take, milliseconds. */
const patience = 900_000

/** Who shows the list: Clavis, or one of the peers (`peer-app`). */
export type Table = 'clavis' | 'client-side-grid' | 'plain'

/** Launches an app on a data folder of its own and ends it after `work`. */
export async function withApp<T>(
  folder: string,
  variables: Record<string, string>,
  work: (page: Page, app: ElectronApplication) => Promise<T>,
): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const app = await _electron.launch({
    args: [...switches(), folder, `--user-data-dir=${dataFolder}`],
    cwd: root,
    env: { ...environment(), ...variables },
  })
  try {
    return await work(await app.firstWindow(), app)
  } finally {
    await app.close()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The folder of the peers' app. */
export const peerApp = join(import.meta.dirname, 'peer-app')

/**
 * Loads the whole list in a window and gives it to `work`.
 * @param origin the server of pages
 * @param peerPage where the peers' page is served
 */
export function withLoadedList<T>(
  table: Table,
  origin: string,
  peerPage: string,
  work: (window: LoadedWindow) => Promise<T>,
): Promise<T> {
  if (table === 'clavis')
    return withApp(root, {}, async (page) => {
      await openList(page, origin)
      const seconds = await timeLoading(page, page.getByRole('status').filter({ hasText: 'End of list' }))
      return work({ page, seconds, scroller: '[data-scroller]' })
    })
  const url = `${peerPage}/index.html?${new URLSearchParams({ table, origin }).toString()}`
  return withApp(peerApp, { CLAVIS_BENCH_URL: url }, async (page) => {
    const seconds = await timeLoading(page, page.locator('output').filter({ hasText: 'in all' }))
    return work({
      page,
      seconds,
      scroller: table === 'plain' ? '[data-scroller]' : '.ag-body-vertical-scroll-viewport',
    })
  })
}

async function timeLoading(page: Page, end: ReturnType<Page['locator']>): Promise<number> {
  const began = performance.now()
  await page.getByRole('button', { name: 'Load all' }).click()
  await end.waitFor({ timeout: patience })
  return (performance.now() - began) / 1000
}

async function openList(page: Page, origin: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const created = await bridgeCall(page, 'profiles.create', {
    ...defaultProfileSettings('basic'),
    name: 'Bench',
    environment: 'mock',
    clientId: 'bench',
    tokenUrl: `${origin}/token`,
    reportsBaseUrl: origin,
  })
  if (!created.ok) throw new Error(created.error.message)
  const { id: profileId } = created.value as Profile
  await bridgeCall(page, 'profiles.setClientSecret', { profileId, clientSecret: 'bench' })
  await page.getByRole('navigation', { name: 'Profiles' }).getByRole('link', { name: /Bench/u }).click()
  await page.getByRole('link', { name: 'Lists', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'more exist' }).waitFor()
}
