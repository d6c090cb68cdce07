import { expect, test } from 'vitest'
import { judgePassphrase, suggestPassphrase } from './passphrase-strength.ts'

test.each([
  ['', 'refused'],
  ['elevenchars', 'refused'],
  ['abababababababab', 'refused'],
  ['abcdefabcdef', 'refused'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 'refused'],
  ['correct horse battery staple', 'refused'],
  ['Correct-Horse-Battery-Staple', 'refused'],
  ['blue green red yellow', 'refused'],
  ['Password1234!xyz', 'weak'],
  ['clavis-backup-2026', 'weak'],
  ['mountain river yellow', 'weak'],
  ['Tr0ub4dor&3xy', 'fair'],
  ['kQ9$vLx2!mPz', 'fair'],
  ['sturdy violin crater moss', 'strong'],
  ['P4$$w0rd1234', 'refused'],
  ['4@({[<36|!17|$5+%2'.repeat(50), 'strong'],
  ['stürmische Geige kratzt Moos', 'strong'],
])('judgePassphrase: “%s” is %s', (passphrase, level) => {
  expect(judgePassphrase(passphrase).level).toBe(level)
})

test('suggestPassphrase: each one is another, of six words, and strong', () => {
  const drawn = Array.from({ length: 20 }, () => suggestPassphrase())
  expect(new Set(drawn).size).toBe(20)
  for (const each of drawn) {
    expect(each.split(' ')).toHaveLength(6)
    expect(judgePassphrase(each).level).toBe('strong')
  }
})
