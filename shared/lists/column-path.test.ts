import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childPath, splitPath } from './column-names.ts'

test('splitPath: returns the names that a path was made of', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('', '.', '\\', 'a.b', '\\.'))
  fc.assert(
    fc.property(name, fc.array(name), (first, others) => {
      expect(splitPath(others.reduce(childPath, childPath(undefined, first)))).toEqual([first, ...others])
    }),
  )
})
