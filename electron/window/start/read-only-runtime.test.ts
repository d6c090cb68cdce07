import { expect, test } from 'vitest'
import { runtimeProductionAccess } from './read-only-runtime.ts'

test.each([
  ['14.2.231.9-electron.0', undefined, 'full'],
  ['14.2.231.9-electron.0', 'electron', 'full'],
  [process.versions.v8, 'chromium', 'full'],
  [process.versions.v8, undefined, 'read-only'],
  [process.versions.v8, '', 'read-only'],
  [process.versions.v8, 'electron', 'read-only'],
  [process.versions.v8, 'Chromium', 'read-only'],
  ['13.6.233.17-electronic', undefined, 'read-only'],
  ['', undefined, 'read-only'],
] as const)('runtimeProductionAccess: V8 %j with CLAVIS_RUNTIME %j is %s', (v8, chosen, access) => {
  expect(runtimeProductionAccess(v8, chosen)).toBe(access)
})
