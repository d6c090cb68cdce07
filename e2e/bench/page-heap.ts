import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type Page } from 'playwright'
import { defaultProfileSettings, type Profile } from '../../shared/model/profile.ts'
import { environment, root, switches } from '../fixtures/launch.ts'
import { bridgeCall } from '../fixtures/practice.ts'

/** The page's heap after a whole list was loaded and looked at in the window, MiB, after a collection. */
export async function measurePageHeap(origin: string): Promise<number> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const app = await _electron.launch({
    args: [...switches(), root, `--user-data-dir=${dataFolder}`],
    cwd: root,
    env: environment(),
  })
  try {
    const page = await app.firstWindow()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await openList(page, origin)
    await page.getByRole('button', { name: 'Load all' }).click()
    await page.getByRole('status').filter({ hasText: 'End of list' }).waitFor({ timeout: 600_000 })
    // Through the list by its scroll bar, as a person drags it, so that blocks of rows come and go.
    const viewport = page.locator('.ag-body-vertical-scroll-viewport')
    for (let step = 0; step <= 40; step += 1) {
      await viewport.evaluate((element, part) => {
        element.scrollTop = (element.scrollHeight - element.clientHeight) * part
      }, step / 40)
      await page.waitForTimeout(60)
    }
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  } finally {
    await app.close()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function openList(page: Page, origin: string): Promise<void> {
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
