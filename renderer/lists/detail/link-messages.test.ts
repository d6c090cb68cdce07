import { expect, test } from 'vitest'
import { linkLabel, notLinkedMessage, notLoadedMessage } from './link-messages.ts'

const link = { ownPath: 'a', otherPath: 'a', value: 'x-00001', count: 1, firstPosition: 0 }
const runId = '0b6f2b3e-0000-4000-8000-000000000000'
const loaded = { kind: 'loaded', runId, records: 1500, more: 0, isPartial: false } as const

test('links are counted in words', () => {
  expect(linkLabel('report-configs', { count: 1 })).toBe('1 report configuration')
  expect(linkLabel('reports', { count: 2000 })).toBe('2,000 reports')
  expect(notLoadedMessage('reporting-groups')).toContain('Reporting groups are not loaded')
})

test('what was looked through is said honestly', () => {
  const list = 'reports'
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, links: [] })).toBe(
    'None of the 1,500 reports has one of its identifiers.',
  )
  expect(notLinkedMessage({ ...loaded, list, isComplete: false, links: [] })).toContain('loaded so far')
  expect(notLinkedMessage({ ...loaded, list, isComplete: false, links: [link] })).toBe(
    'Among the 1,500 reports loaded so far; more exist.',
  )
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, links: [link] })).toBeUndefined()
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, records: 1, links: [] })).toBe(
    'The 1 report has none of its identifiers.',
  )
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, records: 0, links: [] })).toBe('There are no reports.')
})

test('what was not looked through, or is not shown, is said', () => {
  const list = 'reports'
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, isPartial: true, links: [] })).toBe(
    'No link was found in the 1,500 reports. It has more identifiers, or they have more columns, than were looked at.',
  )
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, isPartial: true, links: [link] })).toBe(
    'Among the 1,500 reports. It has more identifiers, or they have more columns, than were looked at.',
  )
  expect(notLinkedMessage({ ...loaded, list, isComplete: true, more: 1200, links: [link] })).toBe(
    '1,200 further links are not shown.',
  )
})
