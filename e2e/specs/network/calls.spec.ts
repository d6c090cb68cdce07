import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('Requests: any GET below the profile’s addresses is shown as tree, table and text', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await bridgeCall(page, 'practice.setRecords', { records: 40 })
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Calls')
  const path = page.getByRole('textbox', { name: 'Path or URL' })
  await path.fill('payment/hello-world')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Status 200' })).toBeVisible()
  await expect(page.getByRole('tree', { name: 'Response' })).toContainText('Hello, world')
  await page.getByText('Headers', { exact: true }).click()
  await expect(page.getByText('application/json').first()).toBeVisible()

  await path.fill('payment/nowhere')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Status 404' })).toBeVisible()

  await path.fill('https://elsewhere.example/x')
  await page.keyboard.press('Enter')
  await expect(page.getByText('not below the profile’s base addresses')).toBeVisible()

  const listed = await page.evaluate(() => window.clavis.call('profiles.list', undefined))
  const own = listed.ok
    ? (listed.value as { name: string; reportsBaseUrl: string }[]).find(
        ({ name }) => name === 'Practice Client Testing',
      )
    : undefined
  await path.fill(`${own?.reportsBaseUrl ?? ''}/reports`)
  await page.keyboard.press('Enter')
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('cell', { name: 'rep-00000001' })).toBeVisible()
  await lookAt(page, 'calls')
  await page.getByRole('button', { name: 'payment/hello-world' }).click()
  await expect(page.getByRole('tree', { name: 'Response' })).toContainText('Hello, world')
})
