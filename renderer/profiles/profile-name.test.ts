import { describe, expect, it } from 'vitest'
import { nameOfCopy } from './profile-name.ts'

describe('nameOfCopy', () => {
  it('adds a word, and a number if that is taken', () => {
    expect(nameOfCopy('Acme', ['Acme'])).toBe('Acme copy')
    expect(nameOfCopy('Acme', ['Acme', 'ACME COPY', 'Acme copy 2'])).toBe('Acme copy 3')
  })
})
