import { expect, test } from 'vitest'
import { recordSubject } from './record-detail.tsx'

test('recordSubject: has name, status and amount with currency, outer fields first', () => {
  const record =
    '{"owner":{"name":"Ann","amount":1},"name":"Fees 7","status":"Errored","amount":9000.10,"currency":"EUR"}'
  expect(recordSubject(record)).toMatchObject({ name: 'Fees 7', status: 'Errored', amount: '9,000.10 EUR' })
  expect(recordSubject('{"owner":{"title":"Ann"},"total":{"value":12,"currency":"JPY"}}')).toMatchObject({
    name: 'Ann',
    status: undefined,
    amount: '12 JPY',
  })
})

test('recordSubject: has the value of the identifying column, with every digit, and no other', () => {
  const record = '{"owner":{"id":"u1"},"a.b":12345678901234567890,"id":7}'
  expect(recordSubject(record, 'id').id).toBe('7')
  expect(recordSubject(record, 'owner.id').id).toBe('u1')
  expect(recordSubject(record, String.raw`a\.b`).id).toBe('12345678901234567890')
  expect(recordSubject(record, 'absent').id).toBeUndefined()
  expect(recordSubject(record).id).toBeUndefined()
  // Text that no one reads at a glance.
  expect(recordSubject(JSON.stringify({ id: 'x'.repeat(201) }), 'id').id).toBeUndefined()
})

test('recordSubject: is empty for a record without any of these', () => {
  for (const text of ['{"id":1,"rows":2}', '[1]', '7', 'no JSON'])
    expect(recordSubject(text)).toEqual({ id: undefined, name: undefined, status: undefined, amount: undefined })
})
