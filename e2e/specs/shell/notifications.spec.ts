import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { profileLink } from '../../fixtures/services/practice.ts'
import { takePicture } from '../../fixtures/window/screens.ts'

/** Returns whether a click on the middle of an element hits it. */
function isHit(element: Locator): Promise<boolean> {
  return element.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

const places = [
  {
    name: 'edit-profile',
    open: async (page: Page) => {
      await profileLink(page, 'Practice Client Testing').press('Enter')
      await page.getByRole('button', { name: 'Edit' }).press('Enter')
    },
    foot: ['Cancel', 'Save changes'],
  },
  {
    name: 'new-profile',
    open: (page: Page) => page.getByRole('link', { name: 'New profile' }).press('Enter'),
    foot: ['Cancel', 'Create profile'],
  },
  {
    name: 'lists',
    open: async (page: Page) => {
      await profileLink(page, 'Practice Client Testing').press('Enter')
      await page.getByRole('link', { name: 'Lists', exact: true }).press('Enter')
      // Until the first page is there, the list's foot has no “Go to row…”, and “Load all” may be in the strip at its head.
      await expect(page.getByRole('status', { name: 'List status' })).toContainText('more available')
    },
    foot: ['Load all', 'Go to row…'],
  },
] as const

/** Pixels. */
const height = 700

test('Notifications: they cover no button at a page’s foot, from 640 to 1600 pixels', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const notification = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  for (const { name, open, foot } of places) {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
    // As the pointer on it does, this keeps it there.
    await notification.dispatchEvent('mouseover')
    await open(page)
    for (const width of [640, 900, 1280, 1600]) {
      await page.setViewportSize({ width, height })
      await expect(notification).toBeInViewport({ ratio: 1 })
      await takePicture(page, `notification-${name}-${width}`)
      for (const label of foot) {
        const button = page.getByRole('button', { name: label })
        await expect(button).toBeInViewport({ ratio: 1 })
        expect(await isHit(button), `“${label}” at ${width} pixels`).toBe(true)
      }
    }
    await page.setViewportSize({ width: 1280, height: 840 })
    await notification.getByRole('button', { name: 'Dismiss' }).click()
    if (name !== 'lists') await page.getByRole('button', { name: 'Cancel' }).click()
  }
})
