import { expect, test } from 'vitest'
import { WindowFiles } from './window-files.ts'

const unknownId = 'f2f9d9a0-0000-4000-8000-000000000000'
const expired = expect.objectContaining({ code: 'dialog-expired', message: 'The selection of files has expired.' })

test('WindowFiles: gives the page an ID, with which main finds the paths', () => {
  const files = new WindowFiles<readonly string[]>({ now: () => 0, lifetimeMs: 1 })
  const id = files.keep(1, ['/home/me/a.pem', '/home/me/b.pem'])
  expect(id).not.toContain('/home')
  expect(files.get(1, id)).toEqual(['/home/me/a.pem', '/home/me/b.pem'])
})

test('WindowFiles: refuses another window, an unknown ID and files older than five minutes', () => {
  let now = 0
  const files = new WindowFiles<readonly string[]>({ now: () => now, lifetimeMs: 300_000 })
  const id = files.keep(1, ['/a.pem'])
  expect(() => files.get(2, id)).toThrow(expired)
  expect(() => files.get(1, unknownId)).toThrow(expired)
  now = 299_999
  expect(files.get(1, id)).toHaveLength(1)
  now = 300_000
  expect(() => files.get(1, id)).toThrow(expired)
})

test('WindowFiles: gives taken files once, and only to their own window', () => {
  const files = new WindowFiles<readonly string[]>({ now: () => 0, lifetimeMs: 1 })
  const id = files.keep(1, ['/a.pem'])
  expect(() => files.take(2, id)).toThrow(expired)
  expect(files.take(1, id)).toEqual(['/a.pem'])
  expect(() => files.take(1, id)).toThrow(expired)
})

test('WindowFiles: keeps renewed files for their own window while they are used', () => {
  let now = 0
  const opened = new WindowFiles<Buffer>({ now: () => now, lifetimeMs: 900_000, isRenewed: true })
  const file = Buffer.from('sealed')
  const id = opened.keep(1, file)
  expect(() => opened.get(2, id)).toThrow(expired)
  expect(() => opened.get(1, unknownId)).toThrow(expired)
  now = 899_999
  expect(opened.get(1, id)).toBe(file)
  now = 1_799_998
  expect(opened.get(1, id)).toBe(file)
  now = 2_699_998
  expect(() => opened.get(1, id)).toThrow(expired)
})
