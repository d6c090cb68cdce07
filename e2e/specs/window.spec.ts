import { expect, test } from '../fixtures/clavis-app.ts'

test('the window opens on an empty app with one button that shows it all work', async ({ clavis }) => {
  await expect(clavis.page).toHaveTitle(/Clavis/u)
  await expect(clavis.page.getByRole('button', { name: 'Try it with the practice service' })).toBeVisible()
})
