import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/clavis-app.ts'
import { answerSaveDialog } from '../fixtures/dialogs.ts'
import { openPage, profileLink, setUpPractice } from '../fixtures/practice.ts'

test('the activity outlives a restart, is saved, and gives a curl command', async ({ clavis }) => {
  let { page } = clavis
  await setUpPractice(page)
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Hello, world')).toBeVisible()

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
  expect(await clavis.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(
    /^curl -H "Authorization: Bearer \$TOKEN" .*hello-world'$/u,
  )

  for (const [item, fileName] of [
    ['As HTTP Archive (HAR)…', 'saved.har'],
    ['As JSON Lines…', 'saved.jsonl'],
  ] as const) {
    const path = join(clavis.dataFolder, fileName)
    await answerSaveDialog(clavis.app, path)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(`${fileName}: 2 lines`)).toBeVisible()
    const text = await readFile(path, 'utf8')
    expect(text).toContain('/payment/hello-world')
    expect(text).not.toMatch(/eyJ|client_assertion|[Bb]earer/u)
  }

  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  page = await clavis.relaunch()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Activity')
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
})
