import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultWarningSettings } from '../../shared/model/expiry/warning-thresholds.ts'
import { defaultSidebarSettings } from '../../shared/model/settings/sidebar-settings.ts'
import { defaultDatePreference } from '../../shared/model/values/date-text.ts'
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
const open = (): SettingsStore => new SettingsStore({ folder, now: () => Date.parse('2026-05-01T10:00:00Z') })
const file = (): string => join(folder, 'settings.json')

test('without a file everything is as at first, and reading makes none', async () => {
  expect(await open().read()).toEqual(defaults)
  expect(await readdir(folder)).toEqual([])
})

test('a file from before there were warnings keeps its theme', async () => {
  await writeFile(file(), '{ "theme": "dark" }')
  const store = open()
  expect(await store.read()).toEqual({ ...defaults, theme: 'dark' })
  const warnings = { ...defaultWarningSettings, thresholds: [10], tray: false }
  await store.change({ warnings })
  expect(await open().read()).toEqual({ ...defaults, theme: 'dark', warnings })
  expect(store.notices()).toEqual([])
})

test('changes at once keep each other', async () => {
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

test.each(['{ "theme": ', '{ "theme": "green" }', '{ "warnings": { "thresholds": [0] } }', '[]'])(
  'a damaged file is renamed and reported: %s',
  async (text) => {
    await writeFile(file(), text)
    const store = open()
    expect(await store.read()).toEqual(defaults)
    expect(store.notices()).toEqual([expect.stringContaining('renamed to settings.damaged-')])
    const [aside] = await readdir(folder)
    expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe(text)
  },
)
