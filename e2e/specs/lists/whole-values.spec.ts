import { expect, test } from '../../fixtures/clavis-app.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'

// The table shows the start of long values and the first 500 columns. What is copied or filtered by has all of them.

const start = 'x'.repeat(900)
const fields = Object.fromEntries(Array.from({ length: 505 }, (_, index) => [`f${index}`, index]))
const records = [
  { id: 'one', note: `${start} one`, ...fields, last: '=1+1' },
  { id: 'two', note: `${start} two`, ...fields, last: 'z' },
  { id: 'three', note: `${start}${start}`, ...fields, last: 'z' },
]

test('Table: a long value is copied and compared whole, a row has all its columns, and a failed copy says so', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText())
  await withServedList(
    sharedClavis,
    () => JSON.stringify({ reports: records, lastPage: 'true' }),
    async () => {
      const grid = page.getByRole('grid', { name: 'Records' })
      const cellOf = (row: number) => grid.locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="2"]`)
      const menu = page.getByRole('menu', { name: 'Cell' })
      const choose = async (row: number, item: string): Promise<void> => {
        await cellOf(row).click({ button: 'right' })
        await menu.getByRole('menuitem', { name: item }).click()
      }
      await expect(grid).toHaveAttribute('aria-rowcount', '4')
      await choose(1, 'Copy cell')
      await expect.poll(copied).toBe(records[1]?.note)
      await cellOf(0).focus()
      await page.keyboard.press('Control+C')
      await expect.poll(copied).toBe(records[0]?.note)
      // A short value of the same row.
      await grid.locator('[aria-rowindex="3"] > [aria-colindex="4"]').focus()
      await page.keyboard.press('Control+C')
      await expect.poll(copied).toBe('1')

      await choose(0, 'Copy row as CSV')
      const values = Object.values({ ...records[0], last: "'=1+1" })
      await expect.poll(copied).toBe([Object.keys(records[0] ?? {}), values].join('\r\n'))

      await choose(0, 'Exclude “x')
      await expect(grid).toHaveAttribute('aria-rowcount', '3')
      await page.getByRole('combobox', { name: 'Search loaded records' }).fill('')
      await expect(grid).toHaveAttribute('aria-rowcount', '4')
      await choose(1, 'Filter to “x')
      await expect(grid).toHaveAttribute('aria-rowcount', '2')
      await expect(cellOf(0)).toContainText('x')
      await page.getByRole('combobox', { name: 'Search loaded records' }).fill('')
      await expect(grid).toHaveAttribute('aria-rowcount', '4')
      // A row that is still being read has no menu.
      await expect(cellOf(2)).toContainText('x')
      await cellOf(2).click({ button: 'right' })
      await expect(menu.getByRole('menuitem', { name: 'Too long to filter by' })).toBeDisabled()
      await page.keyboard.press('Escape')

      await app.evaluate(({ clipboard }) => {
        clipboard.writeText = () => Promise.reject(new Error('OpenClipboard failed'))
      })
      await choose(1, 'Copy cell')
      await expect(page.getByText('The system couldn’t write to the clipboard.')).toBeVisible()
    },
  )
})
