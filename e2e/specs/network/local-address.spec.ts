import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink, setUpPractice } from '../../fixtures/services/practice.ts'
import { answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const run = promisify(execFile)

/** Runs the curl command that the panel shows, as a person who pastes it into a shell. */
async function tryIt(page: Page): Promise<string> {
  const command = await page
    .getByRole('region', { name: 'Local address' })
    .getByText(/^curl /u)
    .innerText()
  const { stdout } = await run('sh', ['-c', `${command} --silent --max-time 60`])
  return stdout
}

test('Local address: a program calls the API without a token, is shown with its requests, and can’t after Close @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  const panel = page.getByRole('region', { name: 'Local address' })
  await expect(panel).toContainText('GET, HEAD, every path.')
  await panel.getByRole('button', { name: 'Open' }).click()
  await expect(panel.getByText(/^curl --unix-socket /u)).toBeVisible()
  await expect(profileLink(page, 'Practice Client Testing')).toContainText('Local address open')
  expect(await tryIt(page)).toContain('Hello')
  await expect(panel.getByRole('table', { name: 'Programs' })).toContainText('curl')
  await expect(panel).toContainText('1 in the last minute')
  await lookAt(page, 'local-address')
  const command = await panel.getByText(/^curl /u).innerText()

  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByText(/Call by curl/u).first()).toBeVisible()

  await page.getByRole('link', { name: 'Token', exact: true }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel.getByRole('button', { name: 'Open' })).toBeVisible()
  await expect(profileLink(page, 'Practice Client Testing')).not.toContainText('Local address open')
  await expect(run('sh', ['-c', `${command} --silent`])).rejects.toMatchObject({ code: 7 })
})

test('Local address: with a port, programs without sockets use it, and a collection needs no token', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  const panel = page.getByRole('region', { name: 'Local address' })
  await panel.getByRole('checkbox', { name: 'Also on a port' }).click()
  await panel.getByRole('button', { name: 'Open' }).click()
  await expect(panel.getByText(/^curl 'http:\/\/127\.0\.0\.1:/u)).toBeVisible()
  expect(await tryIt(page)).toContain('Hello')
  await page.getByRole('button', { name: 'Use in your code…' }).click()
  await expect(page.getByRole('dialog')).toContainText('calls the open local address')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Close' }).click()
})

test('Local address: in Production, main asks once for a program, and a refusal sends nothing @core', async ({
  clavis,
}) => {
  const { page, app } = clavis
  await setUpPractice(page)
  await profileLink(page, 'Practice Production').click()
  await openPage(page, 'Token')
  const panel = page.getByRole('region', { name: 'Local address' })
  await panel.getByRole('button', { name: 'Open' }).click()
  await answerQuestions(app, false)
  expect(await tryIt(page)).toContain('not-confirmed')
  const [question] = await askedQuestions(app)
  expect(question).toMatchObject({ message: 'Let a program call a Production profile?' })
  expect(question?.detail).toMatch(/Program: .*curl/u)
  await expect(panel.getByRole('table', { name: 'Programs' })).toContainText('Refused')

  await panel.getByRole('button', { name: 'Ask again' }).click()
  await answerQuestions(app, true)
  expect(await tryIt(page)).toContain('Hello')
  expect(await tryIt(page)).toContain('Hello')
  expect(await askedQuestions(app)).toHaveLength(1)
  await expect(panel.getByRole('table', { name: 'Programs' })).toContainText('Allowed until')
  await lookAt(page, 'local-address-production')

  // Whoever unlocks the screen may be someone else.
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  expect(await tryIt(page)).toContain('Hello')
  expect(await askedQuestions(app)).toHaveLength(2)
})
