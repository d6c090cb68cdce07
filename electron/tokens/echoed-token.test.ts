import { expect, test } from 'vitest'
import { ResponseBody } from '../http/response-body.ts'
import { Secret } from '../keychain/secret.ts'
import { textWithoutToken } from './known-secrets.ts'

const token = Secret.fromText('header.payload.signature')

test('textWithoutToken: leaves no part of the token, wherever a service puts it', () => {
  for (let before = 0; before < 140; before += 1) {
    const body = new ResponseBody([Buffer.from('ü'.repeat(before)), Buffer.from(`${token.text()}${' '.repeat(200)}`)])
    expect(textWithoutToken(body, token, 100), `after ${before} letters`).not.toMatch(/head|load|sign/u)
  }
})

test('textWithoutToken: leaves no part of an encoded token, wherever a service puts it', () => {
  const encoded = Array.from(token.text(), (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  for (let before = 0; before < 140; before += 1)
    expect(textWithoutToken(new ResponseBody([Buffer.from('.'.repeat(before) + encoded)]), token, 100)).not.toContain(
      'u00',
    )
})

test('textWithoutToken: decodes only the beginning of a large body', () => {
  const body = new ResponseBody([Buffer.from('abc'), Buffer.alloc(64 * 1024 * 1024, 'x')])
  expect(textWithoutToken(body, token, 5)).toBe('abcxx')
  expect(body.start(1000)).toHaveLength(1000)
})
