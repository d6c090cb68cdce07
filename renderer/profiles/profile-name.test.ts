import { expect, it } from 'vitest'
import { nameOfCopy } from './duplicate-profile.tsx'

it('nameOfCopy: adds “copy”, and a number when that name is taken', () => {
  expect(nameOfCopy('Acme', ['Acme'])).toBe('Acme copy')
  expect(nameOfCopy('Acme', ['Acme', 'ACME COPY', 'Acme copy 2'])).toBe('Acme copy 3')
})
