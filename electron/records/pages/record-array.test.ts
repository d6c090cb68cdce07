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
] as const)('of %j the one for %s is %s', (arrays, list, expected) => {
  expect(chooseRecordMember(arrays, list, undefined)).toBe(expected)
})

test('names the candidates where none fits best', () => {
  expect(() => chooseRecordMember(['items', 'rows'], 'reports', undefined)).toThrow(
    expect.objectContaining({ code: 'list-records-ambiguous', details: { candidates: ['items', 'rows'] } }) as Error,
  )
})

test('a page without any array is reported as such', () => {
  expect(() => chooseRecordMember([], 'reports', undefined)).toThrow(
    expect.objectContaining({ code: 'list-records-missing' }) as Error,
  )
})

test('the person’s choice is used, and reported if the page lacks it', () => {
  expect(chooseRecordMember(['reports', 'rows'], 'reports', 'rows')).toBe('rows')
  expect(() => chooseRecordMember(['reports'], 'reports', 'rows')).toThrow(
    expect.objectContaining({ code: 'list-records-missing', details: { candidates: ['reports'] } }) as Error,
  )
})
