import { expect, test } from 'vitest'
import type { LintFinding } from '../../../shared/model/credential/inspection.ts'
import { findingsInWords, loudestFirst } from './lint-messages.ts'

const finding = (severity: LintFinding['severity'], what: string): LintFinding => ({
  ...{ rule: 'ends-soon', about: 'certificate', severity, what, why: '', remedy: '' },
})

test('the loudest come first, and words count each severity', () => {
  const findings = [finding('note', 'a'), finding('error', 'b'), finding('note', 'c')]
  expect(loudestFirst(findings).map(({ what }) => what)).toEqual(['b', 'a', 'c'])
  expect(findingsInWords(findings)).toBe('1 error, 2 notes')
  expect(findingsInWords([])).toBe('')
})
