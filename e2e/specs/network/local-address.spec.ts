import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { profileIdSchema } from '#shared/profiles/profile.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink, setUpPractice, withPortal } from '../../fixtures/services/practice.ts'
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
  await expect(page.getByText(/^GET .* by curl/u).first()).toBeVisible()

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
  await expect(page.getByRole('dialog').getByText(/^curl 'http/u)).toBeVisible()
  await lookAt(page, 'local-address-in-code')
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

  // Someone else may unlock the screen.
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
  expect(await tryIt(page)).toContain('Hello')
  expect(await askedQuestions(app)).toHaveLength(2)
})

test('Local address: a page in a browser can’t call it, even if it knows the address', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  const profileId = profileIdSchema.parse(/profiles\/([^/]+)\//u.exec(page.url())?.[1])
  const { url = '' } = await mustCall(page, 'localAddress.open', { profileId, port: 0 })
  const stranger = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Free downloads</p>'),
  )
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const target = `${url}/payment/hello-world`
  const rebound = target.replace('127.0.0.1', 'rebound.example')
  const seen = await withPortal(
    `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`,
    async (portal) => {
      const answers = new Map<string, number>()
      portal.on('response', (response) =>
        answers.set(`${response.request().resourceType()} ${response.url()}`, response.status()),
      )
      const outcomes = await portal.evaluate(
        async ([address, other]) => ({
          cors: await fetch(address).then(String, (error: unknown) => String(error)),
          opaque: await fetch(address, { mode: 'no-cors' }).then(({ type }) => type),
          post: await fetch(address, { method: 'POST', mode: 'no-cors', body: 'a=b' }).then(
            ({ type }) => type,
            (error: unknown) => String(error),
          ),
          image: await new Promise<string>((resolve) => {
            const image = new Image()
            image.onload = () => resolve('loaded')
            image.onerror = () => resolve('failed')
            image.src = other
          }),
        }),
        [target, rebound] as const,
      )
      const statuses = [...answers].filter(([name]) => name.includes('/hello-world')).map(([, status]) => status)
      // As if it were opened by a link, and at a host name that now leads to this computer.
      const opened = (await portal.goto(target))?.status()
      const reboundOpened = (await portal.goto(rebound))?.status()
      return { ...outcomes, statuses, opened, reboundOpened }
    },
    ['--host-resolver-rules=MAP rebound.example 127.0.0.1'],
  )
  expect(seen).toEqual({
    cors: 'TypeError: Failed to fetch',
    opaque: 'opaque',
    post: 'opaque',
    image: 'failed',
    statuses: expect.arrayContaining([403]) as number[],
    opened: 403,
    reboundOpened: 403,
  })
  expect(new Set(seen.statuses)).toEqual(new Set([403]))
  const [open] = await mustCall(page, 'localAddress.list', undefined)
  expect(open?.programs).toEqual([])
  await mustCall(page, 'localAddress.close', { profileId })
  stranger.close()
})
