import type { Locator, Page } from 'playwright/test'
import { expect } from '../../fixtures/clavis-app.ts'

/** Saves the filtered list under a name. */
export async function saveFilteredView(page: Page, filter: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill(filter)
  // By keyboard, because suggestions may be over it.
  await page.getByRole('button', { name: 'Save view', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: /^List: / })).toHaveAccessibleName(`List: Reports · ${name}`)
}

/** Opens the dialog that watches the list that is shown, or its open view. */
export async function openWatch(page: Page, title: string, command: 'Watch…' | 'Change watch…'): Promise<Locator> {
  await page.getByRole('button', { name: /^List: / }).click()
  await page.getByRole('menuitem', { name: command, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Watch ${title}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Loads a watched list from its line by keyboard, and waits for what the line says then. The command keeps the focus. */
export async function loadNow(line: Locator, result: RegExp): Promise<void> {
  const command = line.getByRole('button', { name: 'Load now' })
  await command.press('Enter')
  await expect(line).toContainText(result)
  await expect(command).toBeFocused()
}

/** Lets a day pass in the practice service. */
export async function letDayPass(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Practice service/u }).click()
  await page.getByRole('button', { name: 'Let a day pass' }).click()
  await expect(page.getByText(/^Data is 1 day ahead/u)).toBeVisible()
}
