import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPracticeLists } from '../../fixtures/services/practice.ts'
import { takePicture } from '../../fixtures/window/screens.ts'

for (const { width, height, rows } of [
  { width: 1280, height: 840, rows: 20 },
  { width: 900, height: 700, rows: 12 },
])
  test(`List: shows ${rows} rows in a window of ${width} × ${height}`, async ({ sharedClavis }) => {
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
    // What one does most is in one row beside the filter line.
    const boxes = await Promise.all(
      ['Load all', 'Reload', 'Export…', 'Snapshots…'].map((name) =>
        page.getByRole('button', { name, exact: true }).boundingBox(),
      ),
    )
    const field = await page.getByRole('combobox', { name: 'Search loaded records' }).boundingBox()
    const middle = (box: typeof field): number => (box?.y ?? 0) + (box?.height ?? 0) / 2
    for (const box of boxes) expect(Math.abs(middle(box) - middle(field))).toBeLessThan(4)
  })
