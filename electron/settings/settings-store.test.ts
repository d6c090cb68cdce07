import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import { defaultSidebarSettings } from '#shared/settings/sidebar-settings.ts'
import { defaultDatePreference } from '#shared/values/date-text.ts'
import { Database } from '../store/database.ts'
import { writeDocument } from '../store/stored-document.ts'
import { SettingsStore } from './settings-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const defaults = {
  theme: 'system',
  dates: defaultDatePreference,
  warnings: defaultWarningSettings,
  sidebar: defaultSidebarSettings,
}
const open = (): SettingsStore => new SettingsStore({ database: new Database({ folder }) })

test('Settings: are the defaults without a file, and reading creates none', async () => {
  expect(await open().read()).toEqual(defaults)
  expect(await readdir(folder)).toEqual([])
})

test('Settings: keep the theme of an older Clavis that had no warnings', async () => {
  const store = open()
  await new Database({ folder }).change(({ sql }) => writeDocument(sql, 'settings', { theme: 'dark' }))
  expect(await store.read()).toEqual({ ...defaults, theme: 'dark' })
  const warnings = { ...defaultWarningSettings, thresholds: [10], tray: false }
  await store.change({ warnings })
  expect(await open().read()).toEqual({ ...defaults, theme: 'dark', warnings })
})

test('Settings: concurrent changes keep each other', async () => {
  const store = open()
  await Promise.all([
    store.change({ theme: 'light' }),
    store.change({ dates: { format: 'day-first', timeZone: 'utc' } }),
    store.change({ warnings: { ...defaultWarningSettings, badge: false } }),
    store.change({ sidebar: { ...defaultSidebarSettings, groupBy: 'merchant' } }),
  ])
  expect(await open().read()).toEqual({
    theme: 'light',
    dates: { format: 'day-first', timeZone: 'utc' },
    warnings: { ...defaultWarningSettings, badge: false },
    sidebar: { ...defaultSidebarSettings, groupBy: 'merchant' },
  })
})

test.each([{ theme: 'green' }, { warnings: { thresholds: [0] } }, []])(
  'Settings: fail when damaged and are left untouched: %j',
  async (content) => {
    await new Database({ folder }).change(({ sql }) => writeDocument(sql, 'settings', content))
    await expect(open().read()).rejects.toMatchObject({ code: 'store-damaged' })
    await expect(open().change({ theme: 'dark' })).rejects.toMatchObject({ code: 'store-damaged' })
  },
)
