import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright/test'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { fileNameFrom } from '../../../electron/files/separate-files.ts'
import { PracticePortal } from '../../../electron/practice/portal/portal-client.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { usableProduction } from '../../fixtures/launch.ts'
import { manyProfiles } from '../../fixtures/services/many-profiles.ts'
import { openHome, practiceState, profileLink } from '../../fixtures/services/practice.ts'
import { writeStoredProfiles, type ProfileRecipe } from '../../fixtures/services/stored-profiles.ts'
import { answerOpenDialog, answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test.use({ moreVariables: usableProduction })

/** Profiles whose certificates are replaced: those that are expired or expire within 30 days, but for two. */
const replaced = /^Merchant 0[1-5] (?:CT|Production)$/u

test(
  'Sidebar: one of sixty profiles is found by keyboard, and ten certificates are replaced together',
  { tag: '@soak' },
  async ({ practisedClavis }) => {
    test.slow()
    const { page, app, dataFolder } = practisedClavis
    const portal = new PracticePortal((await practiceState(page)).portalUrl)
    const clients = new Map<string, Partial<ProfileSettings>>()
    const recipes: ProfileRecipe[] = []
    for (const recipe of manyProfiles()) {
      if (replaced.test(recipe.name)) clients.set(recipe.name, await clientOf(portal, recipe))
      recipes.push({ ...recipe, settings: clients.get(recipe.name) ?? {} })
    }
    await writeStoredProfiles(dataFolder, recipes)
    await expect(profileLink(page, '^Merchant')).toHaveCount(60)
    await answerQuestions(app, true)

    await page.getByRole('button', { name: 'Go to…' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('05 client')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Merchant 05 CT' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(profileLink(page, '^Merchant')).toHaveCount(60)

    const main = page.getByRole('main')
    const button = (name: string): Locator => main.getByRole('button', { name, exact: true })
    /** Presses Enter once the focus has gone on to this step, as it does when the one before is done. */
    const goOn = async (name: string): Promise<void> => {
      await expect(button(name)).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await openHome(page, 'Certificate timeline')
    await page.getByRole('checkbox', { name: 'Only problems' }).check()
    await page.getByText('Table', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
    await lookAt(page, 'many-selected')
    for (const name of [6, 7, 8].flatMap((number) => [`Merchant 0${number} CT`, `Merchant 0${number} Production`]))
      await page
        .getByRole('checkbox', { name: `Select CN=${name.slice(0, 11)}, O=Acme Ltd, C=DE of ${name}` })
        .press('Space')
    await expect(page.getByRole('group', { name: 'Selected certificates' })).toContainText('10 selected')
    await button('Start 10 replacements').press('Enter')

    await button('Create 10 CSRs').press('Enter')
    const folder = test.info().outputPath('files')
    await mkdir(folder, { recursive: true })
    await answerOpenDialog(app, [folder])
    await goOn('Save 10 CSRs…')
    await expect(page.getByText('10 CSRs saved')).toBeVisible()
    const signed = new Map<string, string>()
    for (const name of clients.keys()) {
      const request = await readFile(join(folder, `${fileNameFrom(name)}.csr`), 'utf8')
      signed.set(name, (await portal.sign(request, 200)).certificate)
    }
    await button('Continue Merchant 01 CT').click()
    await button('Paste…').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill([...signed.values()].join('\n'))
    await dialog.getByRole('button', { name: 'Import' }).press('Enter')
    await expect(page.getByRole('dialog', { name: '10 certificates imported' })).toBeVisible()
    await page.keyboard.press('Escape')

    await openHome(page, 'Replacements')
    await button('Save 10 certificates…').press('Enter')
    await expect(page.getByText('10 certificates saved')).toBeVisible()
    expect((await readdir(folder)).filter((name) => name.endsWith('.pem'))).toHaveLength(10)
    // One is forgotten in the portal.
    const late = 'Merchant 02 Production'
    const upload = async (name: string): Promise<string> => {
      const tab = name.endsWith('CT') ? 'client-testing' : 'production'
      const [shown] = await portal.upload(tab, [signed.get(name) ?? ''], clients.get(name)?.clientId)
      return shown?.thumbprint ?? ''
    }
    const thumbprints: string[] = []
    for (const name of clients.keys()) if (name !== late) thumbprints.push(await upload(name))
    await expect(button('Mark 10 as uploaded')).toBeEnabled()
    await button('Mark 10 as uploaded').press('Enter')
    await goOn('Paste 10 thumbprints…')
    await dialog.getByRole('textbox').fill(thumbprints.join('\n'))
    await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(button('Paste thumbprint…')).toBeFocused()
    await button('Test 9').press('Enter')
    await expect(page.getByText('9 passed the test')).toBeVisible()
    await lookAt(page, 'many-tested')
    await goOn('Switch 9')
    await goOn('Verify 9')
    await goOn('Retire 9')
    await expect(page.getByText('9 retired')).toBeVisible()
    await goOn('Mark 9 as removed')
    await goOn('Clear 9 finished')
    await expect(main.getByRole('button', { name: /^Continue/u })).toHaveCount(1)
    await expect(main.getByRole('button', { name: `Continue ${late}` })).toBeVisible()
    expect((await askedQuestions(app)).map(({ message }) => message)).toEqual([
      'Switch 4 Production profiles to their new credentials?',
      'Retire the old credentials of 4 Production profiles?',
    ])
    // What was replaced is near its expiry no longer.
    await expect(page.getByRole('link', { name: '6 more' })).toBeVisible()
    await lookAt(page, 'many-replaced')
  },
)

/** Adds a client to the practice service. @returns how a profile reaches it */
async function clientOf(portal: PracticePortal, { environment }: ProfileRecipe): Promise<Partial<ProfileSettings>> {
  const tab = await portal.tab(environment)
  const { clientId } = await portal.addClient(environment)
  const { tokenUrl, apiBaseUrl, reportsBaseUrl, audience = '' } = tab
  return { clientId, tokenUrl, apiBaseUrl, reportsBaseUrl, audience }
}
