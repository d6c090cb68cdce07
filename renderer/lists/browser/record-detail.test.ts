import { expect, test } from 'vitest'
import { recordSubject } from './record-detail.tsx'

test('recordSubject: has name, status and amount with currency, outer fields first', () => {
  const record =
    '{"owner":{"name":"Ann","amount":1},"name":"Fees 7","status":"Errored","amount":9000.10,"currency":"EUR"}'
  expect(recordSubject(record)).toEqual({ name: 'Fees 7', status: 'Errored', amount: '9,000.10 EUR' })
  expect(recordSubject('{"owner":{"title":"Ann"},"total":{"value":12,"currency":"JPY"}}')).toEqual({
    name: 'Ann',
    status: undefined,
    amount: '12 JPY',
  })
})

test('recordSubject: is empty for a record without any of these', () => {
  for (const text of ['{"id":1,"rows":2}', '[1]', '7', 'no JSON'])
    expect(recordSubject(text)).toEqual({ name: undefined, status: undefined, amount: undefined })
})
