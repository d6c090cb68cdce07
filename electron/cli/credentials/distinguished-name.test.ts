import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySubject } from '#shared/credentials/credential.ts'
import { escapedValue, parseAlternativeName, parseSubject } from './distinguished-name.ts'

test.each([
  [String.raw`CN=a\,b, O=x\=y,ST=Bayern,emailAddress=a@example.com`, { commonName: 'a,b', organization: 'x=y' }],
  [String.raw`CN=M\C3\BCller \e6\94\AFx`, { commonName: 'Müller 支x' }],
  [String.raw`CN=a\\,O=\#b\2Bc\;\"`, { commonName: 'a\\', organization: '#b+c;"' }],
  ['CN = a#=b ,O=', { commonName: 'a#=b', organization: '' }],
])('parseSubject: reads %s as RFC 4514 defines', (text, subject) => {
  expect(parseSubject(text)).toMatchObject(subject)
})

test.each([
  ['CN=a,CN=b', 'twice'],
  ['O=a', 'common name'],
  ['CN=a,,O=b', 'not a subject attribute'],
  ['CN=a+OU=b', 'isn’t escaped'],
  ['CN=a;OU=b', 'isn’t escaped'],
  ['CN="a"', 'isn’t escaped'],
  ['CN=#0C0161', 'isn’t escaped'],
  ['CN=a\\', 'isn’t escaped'],
  [String.raw`CN=a\z`, 'isn’t escaped'],
  [String.raw`CN=M\FCller`, 'isn’t UTF-8'],
  ['CN=M\uFFFDller', 'isn’t UTF-8'],
  [String.raw`CN=a\00`, 'control characters'],
  [String.raw`CN=a\ `, 'blank'],
])('parseSubject: refuses %s', (text, message) => {
  expect(() => parseSubject(text)).toThrow(message)
})

test('escapedValue: is read by parseSubject as the same value', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 64 }).filter((text) => text === text.trim()),
      (commonName) => {
        expect(parseSubject(`CN=${escapedValue(commonName)}`)).toEqual({ ...emptySubject, commonName })
      },
    ),
  )
})

test.each([
  ['dns:a..b', 'host name'],
  ['dns:192.0.2.1', 'host name'],
  ['ip:1::2::3', 'IP address'],
  ['dn:a', 'dns:HOST'],
])('parseAlternativeName: refuses %s and says what fits', (text, hint) => {
  expect(() => parseAlternativeName(text)).toThrow(expect.objectContaining({ hint: expect.stringContaining(hint) }))
})
