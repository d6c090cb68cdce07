import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'playwright/test'
import { storeProfiles } from '../../../electron/profiles/testing/store-profiles.ts'
import { startClavis } from '../../fixtures/app/launched-clavis.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'

// State that can't be read is an error that the window shows, and stays as it is until the person decides.

for (const [name, damage, message] of [
  ['damaged', (path: string) => writeFile(path, 'not a database'), 'is damaged. Nothing was changed.'],
  [
    'newer',
    (path: string) => {
      const sql = new DatabaseSync(path)
      sql.exec('PRAGMA user_version = 99')
      sql.close()
    },
    'A newer version of Clavis saved this data. Nothing was changed.',
  ],
] as const)
  test(`Window: says what to do about a ${name} database, and changes nothing @core`, async () => {
    let content = Buffer.alloc(0)
    const fill = async (dataFolder: string): Promise<void> => {
      const path = join(dataFolder, 'clavis.db')
      await storeProfiles(dataFolder, [])
      await damage(path)
      content = await readFile(path)
    }
    const { clavis, end } = await startClavis({ fill })
    try {
      const { page, dataFolder } = clavis
      await expect(page.getByRole('alert')).toContainText(message)
      await lookAtBothThemes(page, `data-${name}`)
      expect(await readFile(join(dataFolder, 'clavis.db'))).toEqual(content)
      // What a person would do: move it away, and try again.
      await rm(join(dataFolder, 'clavis.db'))
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
    } finally {
      await end()
    }
  })
