import { expect, test } from 'vitest'
import { isStatusPath, statusTone } from './status-tone.ts'

test('isStatusPath: recognizes status columns by their names', () => {
  expect(['status', 'paymentStatus', 'order.state', 'last_result'].map(isStatusPath)).toEqual(Array(4).fill(true))
  expect(['statusCode', 'name', ''].map(isStatusPath)).toEqual([false, false, false])
})

test('statusTone: knows a status in any spelling, and has none for an unknown one', () => {
  expect(['Completed', 'IN_PROGRESS', 'charged-back', 'Cancelled', '42'].map(statusTone)).toEqual([
    'good',
    'pending',
    'bad',
    'off',
    'off',
  ])
})
