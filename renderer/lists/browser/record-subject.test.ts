import { expect, test } from 'vitest'
import { recordSubject } from './record-subject.ts'

test('a record is known by its name, status and amount with currency, the outer ones first', () => {
  const record =
    '{"owner":{"name":"Ann","amount":1},"name":"Fees 7","status":"Errored","amount":9000.10,"currency":"EUR"}'
  expect(recordSubject(record)).toEqual({ name: 'Fees 7', status: 'Errored', amount: '9,000.10 EUR' })
  expect(recordSubject('{"owner":{"title":"Ann"},"total":{"value":12,"currency":"JPY"}}')).toEqual({
    name: 'Ann',
    status: undefined,
    amount: '12 JPY',
  })
})

test('a record without any of these has no subject', () => {
  for (const text of ['{"id":1,"rows":2}', '[1]', '7', 'no JSON'])
    expect(recordSubject(text)).toEqual({ name: undefined, status: undefined, amount: undefined })
})
