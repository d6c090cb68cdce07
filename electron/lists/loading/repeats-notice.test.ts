import { expect, test } from 'vitest'
import { repeatsNotice } from './repeats-notice.ts'

const found = { idPath: 'id', equal: 999, different: 1, example: { first: 1999, position: 4000 }, isMore: false }
const open = new AbortController().signal

test('repeatsNotice: says that there are more than it counted', async () => {
  const notice = (repeats: typeof found): Promise<string | undefined> =>
    repeatsNotice({ repeats: () => Promise.resolve(repeats) }, open)
  expect(await notice(found)).toBe(
    '1,000 records repeat the “id” of an earlier one, 1 of them with other values, for example records 2,000 and 4,001.',
  )
  expect(await notice({ ...found, isMore: true })).toBe(
    'More than 1,000 records repeat the “id” of an earlier one, some of them with other values, for example records 2,000 and 4,001.',
  )
})

test('repeatsNotice: says why it could not check, unless the list is being closed', async () => {
  const store = { repeats: () => Promise.reject(new Error('The disk failed.')) }
  expect(await repeatsNotice(store, open)).toContain('could not check whether records repeat: The disk failed.')
  expect(await repeatsNotice(store, AbortSignal.abort())).toBeUndefined()
})
