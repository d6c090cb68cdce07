import { expect, test } from 'vitest'
import { checkExternalAddress } from './external-address.ts'

test('checkExternalAddress: returns the address as it will be opened', () => {
  expect(checkExternalAddress('https://Example.com/a b?c=<d>#e')).toEqual({
    href: 'https://example.com/a%20b?c=%3Cd%3E#e',
    notes: [],
  })
  expect(checkExternalAddress('http://127.0.0.1:8080/portal')).toMatchObject({ notes: [] })
})

test('checkExternalAddress: notes look-alike letters, with the real name', () => {
  const { href, notes } = checkExternalAddress('https://аррӏе.com/')
  expect(href).toMatch(/^https:\/\/xn--/u)
  expect(notes).toEqual([expect.stringContaining('аррӏе.com')])
})

test('checkExternalAddress: notes an unencrypted connection', () => {
  expect(checkExternalAddress('http://example.com/').notes).toEqual([expect.stringContaining('not encrypted')])
})

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'smb://server/share',
  'ms-settings:',
  'https://user:password@example.com/',
  'https://accounts.example.com@evil.example/',
  `https://example.com/${'x'.repeat(2000)}`,
  '//example.com',
  'not an address',
  '',
])('checkExternalAddress: refuses %s', (address) => {
  expect(() => checkExternalAddress(address)).toThrow(expect.objectContaining({ code: 'input-invalid' }) as Error)
})
