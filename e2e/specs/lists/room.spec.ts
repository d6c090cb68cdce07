import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseListCommand,
  openPage,
  openPracticeLists,
  profileLink,
} from '../../fixtures/services/practice.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { takePicture } from '../../fixtures/window/screens.ts'

for (const { width, height, rows } of [
  { width: 1280, height: 840, rows: 20 },
  { width: 900, height: 700, rows: 12 },
])
  test(`List: shows ${rows} rows and the status column in a window of ${width} × ${height}`, async ({
    sharedClavis,
  }) => {
    const { page } = sharedClavis
    await page.setViewportSize({ width, height })
    await openPracticeLists(page, 2000)
    await expect(page.getByRole('region', { name: 'Certificates that need attention' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeInViewport()
    await takePicture(page, `list-room-${width}`)
    for (let row = 0; row < rows; row += 1)
      await expect(page.getByRole('gridcell', { name: `rep-${String(row).padStart(8, '0')}` })).toBeInViewport({
        ratio: 1,
      })
    // The search has the rest of its row, and the commands are at one right edge with it.
    const edge = async (place: Locator): Promise<number> => {
      const box = await place.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    const field = page.getByRole('combobox', { name: 'Search loaded records' })
    const more = page.getByRole('button', { name: 'More list commands' })
    const grid = page.getByRole('grid', { name: 'Records' })
    expect(Math.abs((await edge(more)) - (await edge(grid)))).toBeLessThan(4)
    expect((await field.boundingBox())?.width).toBeGreaterThan(width / 3)

    await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
    await chooseListCommand(page, 'Reload')
    await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toHaveCount(0)
    const status = page.getByRole('columnheader', { name: 'status', exact: true })
    await expect(status).toBeInViewport({ ratio: 1 })
    expect(await edge(status)).toBeLessThan(await edge(grid))
    await takePicture(page, `list-status-${width}`)
  })

test('List: texts become shorter in a narrower window, so that the status column stays in view', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: /^rep-/u }).first()).toBeVisible()
  const name = page.getByRole('columnheader', { name: 'name', exact: true })
  const widthOf = async (): Promise<number> => (await name.boundingBox())?.width ?? 0
  const whole = await widthOf()
  await page.setViewportSize({ width: 900, height: 700 })
  const status = page.getByRole('columnheader', { name: 'status', exact: true })
  await expect(status).toBeInViewport({ ratio: 1 })
  await takePicture(page, 'list-status-narrower')
  const [end, edge] = await Promise.all(
    [status, page.getByRole('grid', { name: 'Records' })].map(async (place) => {
      const box = await place.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }),
  )
  expect(end).toBeLessThan(edge ?? 0)
  expect(await widthOf()).toBeLessThan(whole)
  await page.setViewportSize({ width: 1280, height: 840 })
  await expect.poll(widthOf).toBe(whole)
})

test('List: shows eight rows at 200 %', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await page.setViewportSize({ width: 640, height: 420 })
  await openPracticeLists(page, 2000)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await takePicture(page, 'list-room-640')
  for (let row = 0; row < 8; row += 1)
    await expect(page.getByRole('gridcell', { name: `rep-0000000${row}` })).toBeInViewport({ ratio: 1 })
})

test('List: an open record leaves half of the table in a window of 900 pixels', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await page.setViewportSize({ width: 900, height: 700 })
  await openPracticeLists(page, 400)
  await page.getByRole('gridcell', { name: 'rep-00000000' }).click()
  const panel = await page.getByRole('complementary', { name: 'Record' }).boundingBox()
  const grid = await page.getByRole('grid', { name: 'Records' }).boundingBox()
  expect((panel?.x ?? 0) - (grid?.x ?? 0)).toBeGreaterThan((grid?.width ?? 1000) / 2)
})

test('List: the line below the table has its place before the first page is there', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await page.setViewportSize({ width: 900, height: 700 })
  const letLoad = await holdCalls(app, 'lists.load')
  await openPracticeLists(page, 2000)
  const placeholder = page.getByRole('status', { name: 'Opening list' })
  const line = page.getByRole('paragraph').filter({ hasText: /^(?:Loading the first page…|.* records loaded · .*)$/u })
  await expect(line).toHaveText('Loading the first page…')
  await expect(placeholder).toBeVisible()
  await expect(line).toBeInViewport({ ratio: 1 })
  const before = await line.boundingBox()
  await letLoad()
  await expect(line).toContainText('records loaded')
  await expect(placeholder).toHaveCount(0)
  expect((await line.boundingBox())?.y).toBe(before?.y)
})
