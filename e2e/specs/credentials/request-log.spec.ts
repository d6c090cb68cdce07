import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('Request log: shows a token request from claims to timings, before and after sending, check by check @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  const exchange = page.getByRole('region', { name: 'Request & response' })
  await exchange.scrollIntoViewIfNeeded()
  await lookAt(page, 'exchange-none')

  await exchange.getByRole('button', { name: 'Preview' }).click()
  await expect(exchange.getByRole('status')).toHaveText(/^All \d+ checks passed\. 4 not checked\.$/u)
  const claims = exchange.getByRole('region', { name: 'Assertion claims' })
  await expect(claims.getByRole('listitem').filter({ hasText: 'The lifetime is 30 seconds' })).toContainText(
    'It is 30 seconds.',
  )
  // There is no response yet.
  await expect(exchange.getByRole('img', { name: 'Not checked' })).toHaveCount(4)
  await exchange.getByText('Request', { exact: true }).first().click()
  await expect(exchange.getByRole('tree', { name: 'Assertion claims' })).toContainText('expires_in')

  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(exchange.getByRole('combobox', { name: 'Token request' })).toHaveValue(
    /^Token request at .*: status 200$/u,
  )
  await exchange.getByText('Response', { exact: true }).click()
  await expect(exchange.getByText('Status 200', { exact: true })).toBeVisible()
  await expect(exchange.getByRole('list', { name: 'Timing' })).toContainText(/First byte [\d.]+ ms/u)
  await expect(exchange.getByRole('tree', { name: 'Response' })).toContainText('Bearer')
  await expect(exchange.getByRole('tree', { name: 'Response' })).not.toContainText('eyJ')
  await exchange.scrollIntoViewIfNeeded()
  await lookAt(page, 'exchange-answer')
  await exchange.getByText('Request', { exact: true }).first().click()
  await expect(exchange).toContainText('client_assertion')
  await lookAt(page, 'exchange-request')

  // An override and a mistake.
  const profiles = await mustCall(page, 'profiles.list', undefined)
  const profile = profiles.find(({ name }) => name === 'Practice Client Testing')
  if (profile === undefined) throw new Error('The practice profile is not there.')
  const { id, practice, revision, createdAt, updatedAt, ...settings } = profile
  await mustCall(page, 'profiles.update', {
    profileId: id,
    revision,
    settings: { ...settings, kid: 'AB'.repeat(20), includeJti: true },
  })
  await page.getByRole('button', { name: /Get a token|Renew/u }).click()
  await expect(exchange.getByRole('combobox', { name: 'Token request' })).toHaveValue(/: status 401$/u)
  await exchange.getByText('Checks', { exact: true }).click()
  await expect(exchange.getByRole('status')).toHaveText(/^2 of \d+ checks failed\. 4 not checked\.$/u)
  const failed = exchange.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Failed' }) })
  await expect(failed.first()).toContainText('which is not this certificate’s')
  const notChecked = exchange.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Not checked' }) })
  await expect(notChecked.filter({ hasText: 'jti' })).toContainText('It is present, as set in the profile.')
  await failed.first().scrollIntoViewIfNeeded()
  await lookAt(page, 'request-log')

  // The earlier request is still there.
  await exchange.getByRole('combobox', { name: 'Token request' }).click()
  await page.getByRole('option', { name: /status 200$/u }).click()
  await expect(exchange.getByRole('status')).toHaveText(/^All \d+ checks passed\.$/u)
  await exchange.getByRole('button', { name: 'Close' }).click()
  await expect(exchange).toContainText('status 401')
  await exchange.scrollIntoViewIfNeeded()
  await lookAt(page, 'exchange-closed')
})
