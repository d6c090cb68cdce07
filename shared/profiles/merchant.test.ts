import { expect, test } from 'vitest'
import { merchantOf, suggestMerchant } from './merchant.ts'

test.each([
  ['Acme client testing', 'Acme'],
  ['Acme (Production)', 'Acme'],
  ['Production: Acme', 'Acme'],
  ['acme-ct', 'acme'],
  ['Merchant 07 · Mock', 'Merchant 07'],
  ['Acme Client-Testing Berlin', 'Acme Berlin'],
  ['Productions Ltd', 'Productions Ltd'],
  ['Contest GmbH', 'Contest GmbH'],
  ['Production', 'Production'],
])('suggestMerchant: the merchant of “%s” is “%s”', (name, merchant) => {
  expect(suggestMerchant(name)).toBe(merchant)
})

test('merchantOf: prefers the tag to the name', () => {
  expect(merchantOf({ merchant: 'Globex', name: 'Acme Production' })).toBe('Globex')
  expect(merchantOf({ merchant: '', name: 'Acme Production' })).toBe('Acme')
})
