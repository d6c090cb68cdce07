import { expect, test } from 'vitest'
import { judgePassphrase, normalPassphrase } from './passphrase.ts'

test.each([
  ['', 'refused'],
  ['elevenchars', 'refused'],
  ['abababababababab', 'refused'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 'refused'],
  ['Password1234!xyz', 'weak'],
  ['314159265358979', 'weak'],
  ['abcdefabcdef', 'weak'],
  ['Tr0ub4dor&3xy', 'fair'],
  ['correct horse battery staple', 'strong'],
])('judgePassphrase: “%s” is %s', (passphrase, level) => {
  expect(judgePassphrase(passphrase).level).toBe(level)
})

test('normalPassphrase: composed and decomposed characters and each kind of space are the same', () => {
  expect(normalPassphrase('u\u0308ber\u00A0alles')).toBe('über alles')
})
