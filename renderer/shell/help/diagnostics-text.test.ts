import { expect, test, vi } from 'vitest'
import { defaultProfileSettings, type Profile } from '#shared/profiles/profile.ts'
import type { ActivityLine } from '#shared/requests/activity.ts'
import type { AppInfo } from '#shared/settings/app-settings.ts'
import { diagnosticsText } from './diagnostics-text.ts'

const profile: Profile = {
  ...{ ...defaultProfileSettings('jwt'), id: 'profile-1', name: 'Acme secret plan', environment: 'production' },
  ...{ clientId: 'acme-client', tokenUrl: 'https://auth.acme.example/token', practice: false, revision: 1 },
  ...{ createdAt: '', updatedAt: '' },
}
const failure: ActivityLine = {
  ...{ id: 1, at: '2026-11-20T10:00:00Z', kind: 'list', what: 'Page 2 of reports', outcome: 'failed', status: 503 },
  ...{ address: 'https://api.acme.example/reports', profileName: 'Acme secret plan' },
}
const info: AppInfo = {
  productionAccess: 'read-only',
  ...{ version: '0.1.0', electronVersion: '45', chromiumVersion: '150', nodeVersion: '24', platform: 'linux' },
  ...{ dataFolder: '/home/ada/clavis', notices: ['A file in /home/ada was set aside.'] },
}

test('diagnosticsText: includes what a bug report needs, without names', () => {
  vi.stubGlobal('navigator', { language: 'en-GB' })
  const text = diagnosticsText(info, [profile, profile], [failure, { ...failure, outcome: 'ok' }])
  vi.unstubAllGlobals()
  expect(text).toContain('Clavis 0.1.0, Electron 45')
  expect(text).toContain('Production profiles: read-only')
  expect(text).toContain('- 2 × production, jwt, private_key_jwt\n')
  expect(text).toContain('- 2026-11-20T10:00:00Z list failed 503\n')
  expect(text.match(/^- 2026/gmu)).toHaveLength(1)
  for (const name of [/acme/iu, /ada/u, /secret/u, /https?:/u]) expect(text).not.toMatch(name)
})
