import { afterEach, expect, test, vi } from 'vitest'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { defaultSidebarSettings } from '#shared/settings/sidebar-settings.ts'
import { defaultDatePreference } from '#shared/values/date-text.ts'
import { queries } from '../platform/queries.ts'
import { createQueryClient, replaceSettings } from '../platform/query-client.ts'
import { changeSettings } from './change-settings.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('changeSettings: a later change is not undone by an earlier change’s response or event', async () => {
  const answers: ((settings: AppSettings) => void)[] = []
  const answer = (): Promise<unknown> =>
    new Promise((resolve) => {
      answers.push((value) => resolve({ ok: true, value }))
    })
  vi.stubGlobal('window', { clavis: { call: answer } })
  const client = createQueryClient()
  const first: AppSettings = {
    theme: 'light',
    dates: defaultDatePreference,
    warnings: defaultWarningSettings,
    sidebar: defaultSidebarSettings,
  }
  const shown = (): AppSettings | undefined => client.getQueryData(queries.settings.queryKey)
  client.setQueryData(queries.settings.queryKey, first)

  const inUtc: AppSettings = { ...first, dates: { format: 'year-first', timeZone: 'utc' } }
  const both: AppSettings = { ...inUtc, theme: 'dark' }
  const changes = [changeSettings(client, { theme: 'dark' }, ''), changeSettings(client, { dates: inUtc.dates }, '')]
  expect(shown()).toEqual(both)
  replaceSettings(client, { ...first, theme: 'dark' })
  expect(shown()).toEqual(both)
  await expect.poll(() => answers).toHaveLength(2)
  answers[0]?.({ ...first, theme: 'dark' })
  await changes[0]
  expect(shown()).toEqual(both)
  answers[1]?.(both)
  expect(await Promise.all(changes)).toEqual([true, true])
  expect(shown()).toEqual(both)
})
