import { expect, test } from 'vitest'
import { isStatusPath, statusTone } from './status-tone.ts'

test('columns of states are known by their names', () => {
  expect(['status', 'paymentStatus', 'order.state', 'last_result'].map(isStatusPath)).toEqual(Array(4).fill(true))
  expect(['statusCode', 'name', ''].map(isStatusPath)).toEqual([false, false, false])
})

test('a state has a tone, in any spelling; an unknown one has none', () => {
  expect(['Completed', 'IN_PROGRESS', 'charged-back', 'Cancelled', '42'].map(statusTone)).toEqual([
    'good',
    'pending',
    'bad',
    'off',
    'off',
  ])
})
