import { expect, test } from 'vitest'
import type { Column } from '#shared/lists/list.ts'
import { currencyOf, mixedCurrenciesMessage } from './currency.ts'

const text = (path: string): Column => ({ path, type: 'text', filled: 1 })

test('currencyOf: is the currency next to an amount, otherwise the nearest one above', () => {
  const columns = [text('currency'), text('fee.currencyCode'), text('note')]
  expect(currencyOf('amount', columns)).toBe('currency')
  expect(currencyOf('totalAmount', columns)).toBe('currency')
  expect(currencyOf('fee.amount', columns)).toBe('fee.currencyCode')
  expect(currencyOf('order.line.gross', columns)).toBe('currency')
  expect(currencyOf('fee.amount', [text('refund.currency')])).toBeUndefined()
})

test('currencyOf: is undefined for a number that is no amount, and never a number', () => {
  expect(currencyOf('rows', [text('currency')])).toBeUndefined()
  expect(currencyOf('amount', [{ path: 'currency', type: 'number' }])).toBeUndefined()
  expect(currencyOf('amount', [text('currencyNote')])).toBeUndefined()
})

test('mixedCurrenciesMessage: counts the currencies and names the first ones', () => {
  expect(mixedCurrenciesMessage(['EUR', 'USD'], 2)).toBe('Mixes 2 currencies: EUR, USD.')
  expect(mixedCurrenciesMessage(['EUR', 'USD', 'GBP', 'JPY', 'CHF'], 31)).toBe(
    'Mixes 31 currencies: EUR, USD, GBP, JPY, ….',
  )
})
