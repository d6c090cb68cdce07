import { expect, test } from 'vitest'
import { OpenedFiles } from './opened-files.ts'

test('a file stays open for its own window while it is used', () => {
  let now = 0
  const opened = new OpenedFiles({ now: () => now })
  const file = Buffer.from('sealed')
  const id = opened.keep(1, file)
  const expired = expect.objectContaining({ code: 'dialog-expired' })
  expect(() => opened.file(2, id)).toThrow(expired)
  expect(() => opened.file(1, 'f2f9d9a0-0000-4000-8000-000000000000')).toThrow(expired)
  now = 899_999
  expect(opened.file(1, id)).toBe(file)
  now = 1_799_998
  expect(opened.file(1, id)).toBe(file)
  now = 2_699_998
  expect(() => opened.file(1, id)).toThrow(expired)
})
