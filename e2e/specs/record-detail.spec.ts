import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../fixtures/clavis-app.ts'
import { withServedList } from '../fixtures/served-list.ts'

// The record beside a list, of any JSON.

/** What is served: one page of these records, each its JSON text. */
const answerOf =
  (...records: readonly string[]) =>
  (): string =>
    `{"reports":[${records.join(',')}],"next":null,"lastPage":"true"}`

const cell = (page: Page, text: string): Locator => page.getByRole('gridcell', { name: text, exact: true })

/** A line of the open record by its member's name or its place in a list. */
const line = (page: Page, name: string): Locator =>
  page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })

/** Opens a record by keyboard. @param text of one of its cells */
async function openByKeyboard(page: Page, text: string): Promise<void> {
  await cell(page, text).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem').first()).toBeFocused()
}

test('the keyboard’s focus stays in the record where the line that has it goes', async ({ clavis }) => {
  const { page } = clavis
  const items = Array.from({ length: 250 }, (_, place) => place).join(',')
  const answer = answerOf(`{"id":"first","items":[${items}],"late":true}`, '{"id":"second"}', '{"id":"third","late":1}')
  await withServedList(clavis, answer, async () => {
    await openByKeyboard(page, 'first')
    await line(page, 'items').click()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('treeitem', { name: '150 more…' })).toBeFocused()
    const record = page.getByRole('complementary', { name: 'Record' })
    await expect(record.getByText('$.items', { exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(record.getByText('$.items[100]', { exact: true })).toBeVisible()
    await expect(line(page, '100').first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(line(page, 'late')).toBeFocused()

    // The next record has no such member, the one after it has.
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('tree')).toContainText('second')
    await expect(page.getByRole('treeitem').first()).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('tree')).toContainText('third')
    await expect(line(page, 'late')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(line(page, 'id')).toBeFocused()
  })
})
