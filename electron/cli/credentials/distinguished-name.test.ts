import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySubject, type Subject } from '#shared/credentials/credential.ts'
import { attributesOf } from '../../credentials/subject-attributes.ts'
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
  [
    'CN=a,postalCode=1,street=Main 1,SERIALNUMBER=7,ou=R,OU=P,2.5.4.97=PSD,O=A,C=DE',
    'C O organizationIdentifier OU OU serialNumber street postalCode CN',
  ],
  ['UID=u,CN=a,OU=S,DC=acme,DC=example', 'DC DC OU CN UID'],
  // As OpenSSL prints a name.
  ['C=DE, O=A, OU=P, OU=R, CN=a, emailAddress=a@example.com', 'C O OU OU CN emailAddress'],
  ['O=A,street=Main 1,CN=a', 'O street CN'],
  ['CN=a,1.2.3.4=x', '1.2.3.4 CN'],
])('parseSubject: reads all attributes of %s, most general first', (text, names) => {
  expect(parseSubject(text)).toMatchObject(names.split(' ').map((name) => ({ name })))
})

test('parseSubject: keeps the order of subjects that the fields are enough for', () => {
  expect(attributesOf(parseSubject('O=A,CN=a,C=DE,DC=') as Subject).map(({ name }) => name)).toEqual(['C', 'O', 'CN'])
})

test.each([
  ['CN=a,OU=b,O=c,O=d', 'twice'],
  ['CN=a,DC=ä', 'doesn’t allow'],
  ['CN=a,serialNumber=a_b', 'doesn’t allow'],
  [`CN=a,OU=b,OU=${'c'.repeat(65)}`, 'At most 64'],
  ['CN=a,C=Germany', 'two-letter'],
  ['OU=a,OU=b', 'common name'],
  ['CN=a,3.1=b', 'not a subject attribute'],
  ['CN=a,1.02=b', 'not a subject attribute'],
  // X.660: the second arc below 0 and 1 is less than 40.
  ['CN=a,1.99=b', 'not a subject attribute'],
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
