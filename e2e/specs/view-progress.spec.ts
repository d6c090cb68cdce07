import { expect, test } from '../fixtures/clavis-app.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { openPracticeLists } from '../fixtures/practice.ts'
import { lookAt } from '../fixtures/screens.ts'

test('a view that takes its time to build is told, and the one before is a click away', async ({ clavis }) => {
  const { page, app } = clavis
  await openPracticeLists(page, 400)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('rep-00000000')
  const told = page.getByRole('status', { name: 'View of the list' })
  await expect(told).toBeEmpty()
  // As with millions of records.
  const letCome = await holdCalls(app, 'lists.rows', { view: { search: [], filters: [], sort: [] } })
  const sequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  await sequence.click()
  await expect(told).toHaveText('Sorting…')
  await lookAt(page, 'sorting')
  await page.getByRole('button', { name: 'Cancel sorting' }).click()
  await expect(told).toBeEmpty()
  await expect(sequence).not.toHaveAttribute('aria-sort', 'ascending')
  await expect(first).toContainText('rep-00000000')

  const line = page.getByRole('combobox', { name: 'Search the loaded records' })
  await line.fill('rep-0000007')
  await expect(told).toHaveText('Filtering…')
  await page.getByRole('button', { name: 'Cancel filtering' }).click()
  await expect(line).toHaveValue('')
  await expect(first).toContainText('rep-00000000')
  await expect(told).toBeEmpty()

  await sequence.click()
  await sequence.click()
  await expect(told).toHaveText('Sorting…')
  await letCome()
  await expect(first).toContainText('rep-00000399')
  await expect(told).toBeEmpty()
  await expect(page.getByRole('button', { name: 'Cancel sorting' })).toHaveCount(0)
})
