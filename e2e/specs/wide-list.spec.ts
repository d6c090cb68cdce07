import type { Locator } from 'playwright/test'
import { expect, test } from '../fixtures/clavis-app.ts'
import { lookAt } from '../fixtures/screens.ts'
import { withServedList } from '../fixtures/served-list.ts'

/** Runs in the page. The width that a cell needs for its text. */
function neededWidth(cell: HTMLElement): number {
  const text = document.createRange()
  text.selectNodeContents(cell)
  return Math.ceil(text.getBoundingClientRect().width + 22)
}

/** What each record is called at the far end. */
const longName = (record: number): string => `the last field of record ${record}`

const records = Array.from({ length: 400 }, (_, record) => {
  const fields = Array.from({ length: 300 }, (_, column): [string, string] => [`field${column}`, `${record}/${column}`])
  return Object.fromEntries<string>([...fields, ['last', longName(record)]])
})

test('of a list with hundreds of columns those in sight are asked for, and each is there where it is looked at', async ({
  clavis,
}) => {
  const { page, app } = clavis
  const answer = (): string => JSON.stringify({ reports: records, next: null, lastPage: 'true' })
  await withServedList(clavis, answer, async () => {
    const cell = (text: string): Locator => page.getByRole('gridcell', { name: text, exact: true })
    await expect(cell('0/0')).toBeVisible()
    await app.evaluate(({ ipcMain }) => {
      // Electron has no public way to listen in: this is the table that it keeps its handlers in.
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: object, name: string, input: { paths?: string[] }) => unknown>
      }
      const asked: number[] = []
      ;(globalThis as { asked?: number[] }).asked = asked
      for (const [channel, handler] of handlers)
        handlers.set(channel, (event, name, input) => {
          if (name === 'lists.rows') asked.push(input.paths?.length ?? 0)
          return handler(event, name, input)
        })
    })

    // By keyboard to the far end, down there, and to the last row.
    await cell('0/0').click()
    await page.keyboard.press('Escape')
    await cell('0/0').focus()
    await page.keyboard.press('End')
    await expect(cell(longName(0))).toBeFocused()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    await expect(cell(longName(20))).toBeVisible()
    await lookAt(page, 'wide-list')
    await page.keyboard.press('Control+End')
    await expect(cell(longName(399))).toBeFocused()
    await expect(cell('399/299')).toBeVisible()

    // Sorted by what is there, and back to where it began.
    await page.getByRole('columnheader', { name: 'field299' }).click()
    await page.getByRole('columnheader', { name: 'field299' }).click()
    await expect(cell('99/299')).toBeVisible()
    // To click a header again Playwright may have scrolled it to the edge, and the last column out of sight.
    await cell('99/299').focus()
    await page.keyboard.press('End')
    await expect(cell(longName(99))).toBeFocused()
    await page.keyboard.press('Home')
    await expect(cell('99/0')).toBeFocused()
    await expect(cell('98/1')).toBeVisible()

    // A column that is chosen from all of them is as wide as its values once those have come.
    await page.getByRole('gridcell', { name: '99/0' }).focus()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('textbox').fill('last')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Fit the width' }).press('Enter')
    await page.keyboard.press('Escape')
    const header = page.getByRole('columnheader', { name: 'last', exact: true })
    const width = async (): Promise<number> => Math.round((await header.boundingBox())?.width ?? 0)
    await expect(cell(longName(99))).toBeVisible()
    await expect.poll(width).toBe(await cell(longName(99)).evaluate(neededWidth))

    const asked = await app.evaluate(() => (globalThis as { asked?: number[] }).asked ?? [])
    expect(asked.length).toBeGreaterThan(0)
    expect(Math.max(...asked)).toBeLessThan(100)
  })
})
