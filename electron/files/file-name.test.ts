import { expect, test } from 'vitest'
import { fileNameFrom } from './separate-files.ts'

test.each([
  ['Acme Client Testing', 'acme-client-testing'],
  ['../../etc/passwd', 'etc-passwd'],
  ['Straße & Söhne', 'straße-söhne'],
  ['con:\\aux?*', 'con-aux'],
  ['…', 'clavis'],
])('fileNameFrom: turns %s into %s', (text, name) => {
  expect(fileNameFrom(text)).toBe(name)
})
