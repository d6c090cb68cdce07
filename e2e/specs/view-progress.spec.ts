import type { ElectronApplication } from 'playwright/test'
import { expect, test } from '../fixtures/clavis-app.ts'
import { openPracticeLists } from '../fixtures/practice.ts'
import { lookAt } from '../fixtures/screens.ts'

/** Rows of a view that sorts or searches come when they are let come, as with millions of records; everything else is real. */
async function holdViews(app: ElectronApplication): Promise<() => Promise<void>> {
  await app.evaluate(({ ipcMain }) => {
    type View = { readonly search: string; readonly sort: readonly unknown[] }
    type Handler = (event: object, name: string, input: { readonly view: View }) => unknown
    // Electron has no public way to listen in: this is the table that it keeps its handlers in.
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
    const held = new Promise((resolve) => process.once('SIGUSR2', resolve))
    for (const [channel, handler] of handlers)
      handlers.set(channel, async (event, name, input) => {
        if (name === 'lists.rows' && (input.view.search !== '' || input.view.sort.length > 0)) await held
        return handler(event, name, input)
      })
  })
  return () => app.evaluate(() => void process.emit('SIGUSR2'))
}

test('a view that takes its time to build is told, and the one before is a click away', async ({ clavis }) => {
  const { page, app } = clavis
  await openPracticeLists(page, 400)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('rep-00000000')
  const told = page.getByRole('status', { name: 'View of the list' })
  await expect(told).toBeEmpty()
  const letCome = await holdViews(app)
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
