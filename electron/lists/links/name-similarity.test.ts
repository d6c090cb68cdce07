import { expect, test } from 'vitest'
import { namesFit } from './name-similarity.ts'

test.each([
  ['reportConfigurationId', 'reports', 'reportConfigurationId', 'report-configs', true],
  ['reportConfigurationId', 'reports', 'report_configuration_id', 'report-configs', true],
  ['reportConfigurationId', 'reports', 'id', 'report-configs', true],
  ['configuration.id', 'reports', 'id', 'report-configs', true],
  ['id', 'report-configs', 'reportConfigurationId', 'reports', true],
  ['groupIds', 'report-configs', 'id', 'reporting-groups', true],
  ['id', 'reports', 'id', 'report-configs', false],
  ['owner.user.id', 'reports', 'id', 'report-configs', false],
  ['name', 'reports', 'id', 'report-configs', false],
] as const)('%s of %s and %s of %s: %s', (path, list, otherPath, otherList, fits) => {
  expect(namesFit(path, list, otherPath, otherList)).toBe(fits)
})
