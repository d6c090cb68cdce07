import { expect, test } from 'vitest'
import { linkLabel, linkCoverageMessage, notLoadedMessage } from './messages.ts'

const link = { ownPath: 'a', otherPath: 'a', value: 'x-00001', count: 1, firstPosition: 0 }
const datasetId = '0b6f2b3e-0000-4000-8000-000000000000'
const loaded = { kind: 'loaded', datasetId, records: 1500, more: 0, isPartial: false } as const

test('links are counted in words', () => {
  expect(linkLabel('report-configs', { count: 1 })).toBe('1 report configuration')
  expect(linkLabel('reports', { count: 2000 })).toBe('2,000 reports')
  expect(notLoadedMessage('reporting-groups')).toContain('Reporting groups not loaded yet')
})

test('what was looked through is said honestly', () => {
  const list = 'reports'
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, links: [] })).toBe('No links found in 1,500 reports.')
  expect(linkCoverageMessage({ ...loaded, list, isComplete: false, links: [] })).toBe(
    'No links found in 1,500 loaded reports.',
  )
  expect(linkCoverageMessage({ ...loaded, list, isComplete: false, links: [link] })).toBe(
    'Searched 1,500 loaded reports.',
  )
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, links: [link] })).toBeUndefined()
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, records: 1, links: [] })).toBe(
    'No links found in 1 report.',
  )
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, records: 0, links: [] })).toBe('No reports.')
})

test('what was not looked through, or is not shown, is said', () => {
  const list = 'reports'
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, isPartial: true, links: [] })).toBe(
    'No links found in 1,500 reports. Only some identifiers and columns were searched.',
  )
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, isPartial: true, links: [link] })).toBe(
    'Searched 1,500 reports. Only some identifiers and columns were searched.',
  )
  expect(linkCoverageMessage({ ...loaded, list, isComplete: true, more: 1200, links: [link] })).toBe(
    '1,200 more links not shown.',
  )
})
