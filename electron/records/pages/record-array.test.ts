import { expect, test } from 'vitest'
import { chooseRecordMember } from './record-array.ts'

test.each([
  [['anything'], 'reports', 'anything'],
  [['errors', 'reports'], 'reports', 'reports'],
  [['warnings', 'reportConfigs'], 'report-configs', 'reportConfigs'],
  [['reports', 'reportConfigs'], 'report-configs', 'reportConfigs'],
  [['links', 'report_configurations'], 'report-configs', 'report_configurations'],
  [['groups', 'warnings'], 'reporting-groups', 'groups'],
  [['reportingGroups', 'reports'], 'reporting-groups', 'reportingGroups'],
] as const)('chooseRecordMember: chooses of %j for %s: %s', (arrays, list, expected) => {
  expect(chooseRecordMember(arrays, list, undefined)).toBe(expected)
})

test('chooseRecordMember: names the candidates if none fits best', () => {
  expect(() => chooseRecordMember(['items', 'rows'], 'reports', undefined)).toThrow(
    expect.objectContaining({ code: 'list-records-ambiguous', details: { candidates: ['items', 'rows'] } }) as Error,
  )
})

test('chooseRecordMember: reports a page without an array', () => {
  expect(() => chooseRecordMember([], 'reports', undefined)).toThrow(
    expect.objectContaining({ code: 'list-records-missing' }) as Error,
  )
})

test('chooseRecordMember: uses the person’s choice, and reports it if the page lacks it', () => {
  expect(chooseRecordMember(['reports', 'rows'], 'reports', 'rows')).toBe('rows')
  expect(() => chooseRecordMember(['reports'], 'reports', 'rows')).toThrow(
    expect.objectContaining({ code: 'list-records-missing', details: { candidates: ['reports'] } }) as Error,
  )
})
