import { expect, test } from 'vitest'
import { migrate, parseStore } from './store-file.ts'

test('an older version is brought up step by step', () => {
  const steps = {
    1: (content: Readonly<Record<string, unknown>>) => ({ ...content, first: true }),
    2: (content: Readonly<Record<string, unknown>>) => ({ ...content, second: content['first'] }),
  }
  expect(migrate({ version: 1 }, 1, 3, steps)).toEqual({ version: 3, first: true, second: true })
  expect(migrate({ version: 2 }, 2, 3, steps)).toEqual({ version: 3, second: undefined })
  expect(() => migrate({ version: 1 }, 1, 4, steps)).toThrow('version 3')
})

test('a version of no number is damage, not a newer one', () => {
  expect(() => parseStore('{"version":"2","profiles":[]}')).toThrow()
  expect(parseStore('{"version":1,"profiles":[]}')).toEqual([])
})
