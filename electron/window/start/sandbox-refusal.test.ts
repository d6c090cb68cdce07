import { expect, test } from 'vitest'
import { sandboxRefusal } from './sandbox-refusal.ts'

test('sandboxRefusal: refuses a start without the sandbox and says what to do', () => {
  expect(sandboxRefusal((name) => name === 'no-sandbox')).toMatchObject({ code: 'input-invalid' })
  expect(sandboxRefusal((name) => name === 'no-sandbox')?.hint).toContain('deb package')
})

test('sandboxRefusal: allows other switches', () => {
  expect(sandboxRefusal((name) => name === 'user-data-dir')).toBeUndefined()
})
