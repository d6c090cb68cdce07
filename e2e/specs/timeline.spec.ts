import { expect, test } from '../fixtures/clavis-app.ts'
import { profileLink, setUpPractice } from '../fixtures/practice.ts'
import { lookAt } from '../fixtures/screens.ts'

test('the practice certificates on the timeline, by keyboard too', async ({ clavis }) => {
  test.slow()
  const { page } = clavis
  await setUpPractice(page)
  await page.getByRole('link', { name: 'Certificate timeline' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate timeline' })).toBeVisible()
  const bars = page.getByRole('main').getByRole('button', { name: /^Active.*Practice/u })
  await expect(bars).toHaveCount(3)
  await bars.first().focus()
  await expect(page.getByTestId('bar-card')).toContainText('Practice Production')
  await lookAt(page, 'timeline-practice')
  await page.keyboard.press('ArrowDown')
  await expect(bars.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Credentials' })).toBeVisible()
  await expect(profileLink(page, 'Practice Client Testing')).toHaveAttribute('aria-current', 'true')
})
