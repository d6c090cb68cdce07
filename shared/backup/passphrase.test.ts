import { expect, test } from 'vitest'
import { normalPassphrase } from './passphrase.ts'

test('normalPassphrase: composed and decomposed characters and each kind of space are the same', () => {
  expect(normalPassphrase('u\u0308ber\u00A0alles')).toBe('über alles')
})
