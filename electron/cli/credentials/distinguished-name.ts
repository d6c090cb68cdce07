import {
  subjectAlternativeNameSchema,
  subjectSchema,
  type Subject,
  type SubjectAlternativeName,
} from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { attributeType, isEncodable, subjectOf, type NameAttribute } from '../../credentials/subject-attributes.ts'

/** A value as RFC 4514 §2.4 writes it: special characters have a backslash, bytes of UTF-8 may be two hex digits. */
const valuePattern = /^(?!#)(?:[^\\"+,;<>]|\\(?:["#+,;<=> \\]|[\da-f]{2}))*$/iu

/** Attributes that name the most general part of a subject. */
const mostGeneral = ['C', 'DC']

/**
 * Parses a subject such as `CN=M\C3\BCller,O=Acme\, Ltd,C=DE` (RFC 4514). Blanks around a value may be left unescaped.
 * @returns the subject's fields, or if they are not enough for it, its attributes, most general first
 * @throws `input-invalid`
 */
export function parseSubject(text: string): Subject | NameAttribute[] {
  // A comma after an odd number of backslashes is escaped.
  const parts = text.split(/(?<=(?<!\\)(?:\\\\)*),/u)
  const attributes = parts.map(parseAttribute).filter(({ value }) => value !== '')
  const { subject, more } = subjectOf(attributes)
  if (subject.commonName === '') requireField('commonName', '')
  const twice = more.find(({ name }) => name !== 'OU' && attributeType(name)?.field !== undefined)
  if (twice !== undefined) throw wrong(`${twice.name} is given twice.`, 'Use it once.')
  return more.length === 0 ? subject : mostGeneralFirst(attributes)
}

function parseAttribute(part: string): NameAttribute {
  const { type = '', text = '' } = /^\s*(?<type>[\w.-]+)\s*=(?<text>[\s\S]*)$/u.exec(part)?.groups ?? {}
  const found = attributeType(type)
  if (found === undefined)
    throw wrong(
      `“${part.trim()}” is not a subject attribute.`,
      'Use CN, O, OU, L, ST, C, emailAddress, DC, UID, street, postalCode, serialNumber, organizationIdentifier or an object identifier, for example CN=acme,O=Acme,C=DE.',
    )
  const { name, field } = found
  const value = unescaped(type, text)
  if (field !== undefined) requireField(field, value)
  if (!isEncodable(found, value))
    throw wrong(`${type} contains a character that this attribute doesn’t allow: ${value}`, 'Correct it and try again.')
  return { name, value }
}

function requireField(field: keyof Subject, value: string): void {
  const [issue] = subjectSchema.shape[field].safeParse(value).error?.issues ?? []
  if (issue !== undefined) throw wrong(`Invalid ${field} in the subject: ${issue.message}`, 'Correct it and try again.')
}

/** Reverses attributes that are in the order of RFC 4514, most specific first; those in OpenSSL's order stay as they are. */
function mostGeneralFirst(attributes: readonly NameAttribute[]): NameAttribute[] {
  const [first, last] = [attributes[0]?.name ?? '', attributes.at(-1)?.name ?? '']
  const isGeneralFirst = mostGeneral.includes(first) ? !mostGeneral.includes(last) : last === 'CN' && first !== 'CN'
  return isGeneralFirst ? [...attributes] : attributes.toReversed()
}

/** Puts a backslash before each character that RFC 4514 §2.4 requires it for: `Acme, Ltd` to `Acme\, Ltd`. */
export function escapedValue(value: string): string {
  return value.replaceAll(/["#+,;<=>\\]/gu, String.raw`\$&`)
}

/** Parses a subject alternative name such as `dns:pay.example.com`. @throws `input-invalid` */
export function parseAlternativeName(text: string): SubjectAlternativeName {
  const { type, value } = /^(?<type>[a-z]+):(?<value>[\s\S]+)$/u.exec(text)?.groups ?? {}
  const parsed = subjectAlternativeNameSchema.safeParse({ type, value })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw wrong(
    `“${text}” is not a subject alternative name.`,
    issue?.path[0] === 'value' ? issue.message : 'Use dns:HOST, ip:ADDRESS, email:ADDRESS or uri:ADDRESS.',
  )
}

/** Decodes a value. @throws `input-invalid` if the CSR would contain another one than was meant */
function unescaped(name: string, text: string): string {
  const escaped = text.replaceAll(/^ +|(?<!\\) +$/gu, '')
  const hint = 'Put a backslash before each of "+,;<>\\ and before # at the start. Bytes of UTF-8 are \\C3\\BC.'
  if (!valuePattern.test(escaped)) throw wrong(`${name} has a special character that isn’t escaped: ${escaped}`, hint)
  const value = escaped.replaceAll(
    /(?<bytes>(?:\\[\da-f]{2})+)|\\(?<special>.)/giu,
    (_match, bytes: string | undefined, special: string) =>
      bytes === undefined ? special : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString('utf8'),
  )
  // Bytes that are not UTF-8, also of the terminal, were decoded to U+FFFD.
  if (/[\p{Cc}\uFFFD]/u.test(value) || value !== value.trim())
    throw wrong(
      `${name} isn’t UTF-8, contains control characters, or begins or ends with a blank: ${escaped}`,
      'Correct it and try again.',
    )
  return value
}

function wrong(message: string, hint: string): ClavisError {
  return new ClavisError('input-invalid', message, { hint })
}
