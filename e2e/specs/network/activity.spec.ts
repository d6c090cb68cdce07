import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink, setUpPractice } from '../../fixtures/services/practice.ts'
import { answerQuestions, answerSaveDialog, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

/** Returns texts of a table's cells that overlap. */
function crossingCells(table: Element): string[] {
  const seen = [...table.querySelectorAll('th, td')].flatMap((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    const isShown = getComputedStyle(cell).clipPath === 'none' && cell.textContent !== ''
    return isShown && cell.querySelector('button[aria-label]') === null
      ? [{ words: cell.textContent, row: cell.parentElement, box: text.getBoundingClientRect() }]
      : []
  })
  return seen.flatMap(({ words, row, box }, index) =>
    seen
      .slice(index + 1)
      .filter(
        (other) =>
          other.row === row &&
          box.left < other.box.right &&
          other.box.left < box.right &&
          box.top < other.box.bottom &&
          other.box.top < box.bottom,
      )
      .map((other) => `${words} / ${other.words}`),
  )
}

test('Activity: survives a restart, can be exported, and gives a curl command', async ({ clavis }) => {
  let { page } = clavis
  await setUpPractice(page)
  page = await clavis.relaunch()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Activity')
  const lines = page.getByRole('table', { name: 'Activity' })
  await expect(lines.getByRole('row', { name: /Connection test/u })).toBeVisible()
  await expect(lines.getByRole('row', { name: /Token request/u })).toBeVisible()
  await lines
    .getByRole('row', { name: /Connection test/u })
    .getByRole('button', { name: 'Copy as curl' })
    .click()
  await expect
    .poll(() => clavis.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^curl -H "Authorization: Bearer \$TOKEN" .*hello-world'$/u)

  const uses = page.getByRole('row', { name: /SHA-1 [0-9A-F]{40}/u })
  await expect(uses.filter({ hasText: 'Assertion signed' })).toHaveCount(1)
  const all = (await lines.getByRole('row').count()) - 1
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Key use' }).click()
  const keys = (await lines.getByRole('row').count()) - 1
  expect(keys).toBe(all - 2)
  await expect(lines.getByRole('row', { name: /CSR signed/u })).toBeVisible()
  for (const width of [640, 900, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    // Actions are in one line, and nothing scrolls sideways.
    const names = lines.getByText(/^(?:New key stored|Key loaded|Assertion signed)$/u)
    expect(await names.count()).toBeGreaterThanOrEqual(3)
    const heights = await names.evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return new Set([...text.getClientRects()].map(({ top }) => top)).size
      }),
    )
    expect(new Set(heights), `lines at ${width} px`).toEqual(new Set([1]))
    const region = page.getByRole('region', { name: 'Activity' })
    expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await lines.evaluate(crossingCells), `at ${width} px`).toEqual([])
    const name = page.getByRole('heading', { name: 'Practice Client Testing', level: 1 })
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await lookAt(page, 'activity-keys')

  // A HAR contains only requests.
  for (const [item, fileName, count] of [
    ['HTTP Archive (HAR)…', 'saved.har', 2],
    ['JSON Lines…', 'saved.jsonl', all],
  ] as const) {
    const path = join(clavis.dataFolder, fileName)
    await answerSaveDialog(clavis.app, path)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(`${fileName}: ${count} entries`)).toBeVisible()
    const text = await readFile(path, 'utf8')
    expect(text).toContain('/payment/hello-world')
    expect(text).not.toMatch(/eyJ|client_assertion|[Bb]earer/u)
  }

  await answerQuestions(clavis.app, false)
  const clear = page.getByRole('button', { name: 'Clear all…' })
  await clear.click()
  await expect
    .poll(async () => (await askedQuestions(clavis.app)).map(({ message }) => message))
    .toEqual(['Clear all activity?'])
  await expect(clear).toBeEnabled()
  await expect(page.getByText('No activity yet')).toBeHidden()
  await answerQuestions(clavis.app, true)
  await clear.click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  page = await clavis.relaunch()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Activity')
  await expect(page.getByText('No activity yet')).toBeVisible()
})
