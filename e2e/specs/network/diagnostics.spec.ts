import type { Profile } from '#shared/profiles/profile.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, diagnose, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('Diagnostics: say that everything works, or what is wrong @core', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await diagnose(page)
  await expect(page.getByText('Everything works.')).toBeVisible()
  await page.getByRole('button', { name: /^(?:All )?\d+ checks passed$/u }).click()
  const ladder = page.getByRole('list', { name: 'Passed checks' })
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(17)
  await expect(ladder).toContainText('The private key is in the keychain and matches the certificate.')
  await lookAt(page, 'doctor-fine')

  const listed = await bridgeCall(page, 'profiles.list', undefined)
  const profiles = listed.ok ? (listed.value as Profile[]) : []
  const profile = profiles.find(({ name }) => name === 'Practice Client Testing')
  if (profile === undefined) throw new Error('The practice profile is not there.')
  const { id, practice, revision, createdAt, updatedAt, ...settings } = profile
  await bridgeCall(page, 'profiles.update', {
    profileId: id,
    revision,
    settings: { ...settings, kid: 'AB'.repeat(20) },
  })
  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('The key ID doesn’t match any of your certificates.').first()).toBeVisible()
  await lookAt(page, 'diagnostics')
  // The cause opens its field, with the value that the portal has beside it.
  await page.getByRole('button', { name: 'Change key ID (kid)…' }).first().click()
  const kid = page.getByRole('textbox', { name: 'Key ID (kid)' })
  await expect(kid).toBeFocused()
  await lookAt(page, 'suggested-value')
  await page.getByRole('button', { name: 'Use this value' }).click()
  await expect(kid).not.toHaveValue('AB'.repeat(20))
  await expect(page.getByRole('button', { name: 'Use this value' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('main').getByText('Not tested since settings or credential changed')).toBeVisible()
})
