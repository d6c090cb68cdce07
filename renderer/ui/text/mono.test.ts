import { expect, test } from 'vitest'
import { addressParts } from './mono.tsx'

test('addressParts: splits an address after the slashes of its path, and other text nowhere', () => {
  expect(addressParts('https://api.example.com/v1/payment')).toEqual(['https://api.example.com/', 'v1/', 'payment'])
  expect(addressParts('https://api.example.com')).toEqual(['https://api.example.com'])
  expect(addressParts('acme:uri:sandbox:payments/x')).toEqual(['acme:uri:sandbox:payments/x'])
})
