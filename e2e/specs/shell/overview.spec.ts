import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink, setUpPractice } from '../../fixtures/services/practice.ts'
import { answerQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'

const name = 'Practice Production'

test('Overview: what was verified is remembered with its time, and forgotten when the settings change', async ({
  clavis,
}) => {
  let { page } = clavis
  await setUpPractice(page)
  await profileLink(page, name).click()
  await openPage(page, 'Overview')
  // Set-up until the first token, in the words of the credential's card.
  const setUp = page.getByRole('region', { name: 'Set-up' })
  await expect(setUp.getByRole('listitem')).toContainText([
    'Key',
    'CSR',
    'Certificate',
    'Thumbprint',
    'Active',
    'Token',
  ])
  await setUp.getByRole('button', { name: 'Get a token' }).click()
  const state = page.getByRole('main').getByText('Ready', { exact: true })
  const verified = page.getByText(/^Verified today, .+: token and hello-world call$/u)
  await expect(state).toBeVisible()
  await expect(verified).toBeVisible()
  await expect(setUp).toHaveCount(0)
  const time = await verified.textContent()

  page = await clavis.relaunch()
  await profileLink(page, name).click()
  await openPage(page, 'Overview')
  await expect(page.getByText(time ?? '', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/\d of \d/u)
  // Production is said once.
  await expect(page.getByRole('main').getByText('Production', { exact: true })).toHaveCount(1)
  await lookAtBothThemes(page, 'overview-ready')
  await page.getByRole('button', { name: /^Addresses and settings/u }).click()
  await expect(page.getByText('Token endpoint')).toBeVisible()

  const profile = (await mustCall(page, 'profiles.list', undefined)).find((each) => each.name === name)
  if (profile === undefined) throw new Error('The practice profile is not there.')
  await answerQuestions(clavis.app, true)
  const { id, practice, revision, createdAt, updatedAt, ...settings } = profile
  await mustCall(page, 'profiles.update', {
    profileId: id,
    revision,
    settings: { ...settings, assertionLifetimeSeconds: 20 },
  })
  await expect(page.getByText('Not tested since settings or credential changed')).toBeVisible()
  await expect(page.getByText(/^Verified/u)).toHaveCount(0)
  await page.getByRole('button', { name: 'Test again' }).click()
  await expect(page.getByText(/^Verified today/u)).toBeVisible()
})
