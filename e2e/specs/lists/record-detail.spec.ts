import type { ElectronApplication, Locator, Page } from 'playwright/test'
import type { RunningClavis } from '../../fixtures/app/launched-clavis.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, chooseList, openPage, openPracticeLists, profileLink } from '../../fixtures/services/practice.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

// The record beside a list, with any JSON.

/** The served page of these records, each given as JSON text. */
const answerOf =
  (...records: readonly string[]) =>
  (): string =>
    `{"reports":[${records.join(',')}],"next":null,"lastPage":"true"}`

const cell = (page: Page, text: string): Locator => page.getByRole('gridcell', { name: text, exact: true })

/** A line of the open record by its field's name or its index in an array. */
const line = (page: Page, name: string): Locator =>
  page.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })

/** Opens a record by keyboard. @param text of one of its cells */
async function openByKeyboard(page: Page, text: string): Promise<void> {
  await cell(page, text).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem').first()).toBeFocused()
}

test('Record: the focus stays in it when the focused line disappears', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const items = Array.from({ length: 250 }, (_, place) => place).join(',')
  const answer = answerOf(`{"id":"first","items":[${items}],"late":true}`, '{"id":"second"}', '{"id":"third","late":1}')
  await withServedList(sharedClavis, answer, async () => {
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

    // The next record lacks this field, the one after it has it.
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

/** Returns the content of the clipboard. */
const copied = ({ app }: RunningClavis): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText())

test('Record: the copy shortcuts of record and table work, also with Caps Lock', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const record = '{"id":"first","n":1.0}'
  await withServedList(sharedClavis, answerOf(record), async () => {
    await cell(page, 'first').click()
    await expect(page.getByRole('tree')).toContainText('1.0')
    await expect(cell(page, 'first')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Alt+c')
    await expect.poll(() => copied(sharedClavis)).toBe(record)
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(() => copied(sharedClavis)).toBe('first')
    await page.keyboard.press('Alt+ControlOrMeta+c')
    await expect.poll(() => copied(sharedClavis)).toBe(record)
    // Like with Caps Lock: the capital without Shift.
    await cell(page, 'first').dispatchEvent('keydown', { key: 'C', ctrlKey: true, bubbles: true, cancelable: true })
    await expect.poll(() => copied(sharedClavis)).toBe('first')
  })
})

test('Record: a value has room, however long its field’s name is', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const name = 'com.example.payments.reporting.configuration.v2.DeliveryChannelSettings.retention'
  const longer = 'n'.repeat(300)
  const text = 'a text of some length, which is easier to read in few lines than in many'
  const record = JSON.stringify({ id: 'first', short: 'x', [name]: { note: text }, [longer]: text })
  await withServedList(sharedClavis, answerOf(record), async () => {
    await openByKeyboard(page, 'first')
    const width = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? 0
    const ofValue = await width(line(page, longer).getByText(text))
    expect(ofValue).toBeGreaterThan(0.6 * (await width(page.getByRole('tree'))))
    // The icon of a long name is beside its first line.
    const sign = await line(page, name).getByText('›').boundingBox()
    const whole = await line(page, name).boundingBox()
    expect((sign?.y ?? 0) - (whole?.y ?? 0)).toBeLessThan(10)
    await page.mouse.move(0, 0)
    await lookAt(page, 'record-long-names')
  })
})

test('Record: while it loads, its number and identifier appear on no other record', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await withServedList(sharedClavis, answerOf('{"id":"first"}', '{"id":"second"}'), async () => {
    await openByKeyboard(page, 'first')
    const letGo = await holdCalls(app, 'lists.record')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('row', { selected: true })).toContainText('second')
    await expect(page.getByRole('tree', { name: 'Record 1' })).toContainText('first')
    await expect(page.getByRole('heading', { name: 'first', exact: true })).toBeVisible()
    await letGo()
    await expect(page.getByRole('tree', { name: 'Record 2' })).toContainText('second')
    await expect(page.getByRole('heading', { name: 'second', exact: true })).toBeVisible()
  })
})

test('Record: shows its identifier, name, status and amount, and its panel can be resized @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await page.getByRole('gridcell', { name: 'rep-00000004' }).click()
  const record = page.getByRole('complementary', { name: 'Record' })
  await expect(record).toHaveAccessibleName('Record rep-00000004')
  await expect(record.getByRole('heading', { name: 'rep-00000004', exact: true })).toBeVisible()
  await lookAt(page, 'record-identified')
  const cells = await page.getByRole('row', { selected: true }).getByRole('gridcell').allTextContents()
  const [name = '', status = '', amount = '', currency = ''] = cells.slice(3)
  await expect(record).toContainText(`${name}${status}${amount} ${currency}`)
  const width = async (): Promise<number> => (await record.boundingBox())?.width ?? 0
  const before = await width()
  const edge = record.getByRole('separator', { name: 'Resize panel' })
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(before + 20)
  const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {}
  await page.mouse.move(x + 4, y + 40)
  await page.mouse.down()
  await page.mouse.move(x - 46, y + 40)
  await page.mouse.up()
  await expect.poll(width).toBe(before + 70)
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 70))
})

test('Record: values and records of more than a megabyte are copied in full', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const text = 'ä b'.repeat(400_000)
  const record = `{"id":"long","text":"${text}"}`
  await withServedList(sharedClavis, answerOf(record), async () => {
    await openByKeyboard(page, 'long')
    await page.getByRole('button', { name: 'Copy JSON' }).click()
    await expect.poll(async () => (await copied(sharedClavis)) === record).toBe(true)
    await line(page, 'text').click()
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(async () => (await copied(sharedClavis)) === text).toBe(true)
  })
})

/** Records the addresses that main asks about and opens; answers the questions as given. */
async function answerQuestions(app: ElectronApplication, response: number): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog, shell }, answer) => {
    const openings: string[] = []
    ;(globalThis as { openings?: string[] }).openings = openings
    dialog.showMessageBox = (...given: unknown[]) => {
      openings.push(`asked: ${(given.at(-1) as { detail: string }).detail}`)
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
    shell.openExternal = (url) => {
      openings.push(`opened: ${url}`)
      return Promise.resolve()
    }
  }, response)
  return () => app.evaluate(() => (globalThis as { openings?: string[] }).openings ?? [])
}

test('Record: an address is opened only after it was shown in full @core', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await chooseList(page, 'Reporting groups')
  await page.getByRole('gridcell', { name: 'grp-00003' }).click()
  const address = 'https://groups.example.com/3'
  const refused = await answerQuestions(app, 1)
  await page.getByRole('treeitem').filter({ hasText: address }).getByText(address).click()
  await expect.poll(refused).toEqual([`asked: ${address}`])

  const agreed = await answerQuestions(app, 0)
  await page.getByRole('treeitem').filter({ hasText: address }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(agreed).toEqual([`asked: ${address}`, `opened: ${address}`])
  expect(await bridgeCall(page, 'app.openExternal', { url: 'file:///etc/passwd' })).toMatchObject({
    ok: false,
    error: { code: 'input-invalid' },
  })
})
