import {
  emptySubject,
  subjectAlternativeNameSchema,
  subjectSchema,
  type Subject,
  type SubjectAlternativeName,
} from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'

const attributes: Readonly<Record<string, keyof Subject>> = {
  cn: 'commonName',
  o: 'organization',
  ou: 'organizationalUnit',
  l: 'locality',
  st: 'state',
  s: 'state',
  c: 'country',
  e: 'emailAddress',
  emailaddress: 'emailAddress',
}

/** A value as RFC 4514 §2.4 writes it: special characters have a backslash, bytes of UTF-8 may be two hex digits. */
const valuePattern = /^(?!#)(?:[^\\"+,;<>]|\\(?:["#+,;<=> \\]|[\da-f]{2}))*$/iu

/**
 * Parses a subject such as `CN=M\C3\BCller,O=Acme\, Ltd,C=DE` (RFC 4514). Blanks around a value may be left unescaped.
 * @throws `input-invalid`
 */
export function parseSubject(text: string): Subject {
  const subject = { ...emptySubject }
  // A comma after an odd number of backslashes is escaped.
  for (const part of text.split(/(?<=(?<!\\)(?:\\\\)*),/u)) {
    const { name = '', value = '' } = /^\s*(?<name>[A-Za-z]+)\s*=(?<value>[\s\S]*)$/u.exec(part)?.groups ?? {}
    const member = attributes[name.toLowerCase()]
    if (member === undefined)
      throw wrong(
        `“${part.trim()}” is not a subject attribute.`,
        'Use CN, O, OU, L, ST, C and emailAddress, for example CN=acme,O=Acme,C=DE.',
      )
    if (subject[member] !== '') throw wrong(`${name} is given twice.`, 'Use each subject attribute once.')
    subject[member] = unescaped(name, value)
  }
  const parsed = subjectSchema.safeParse(subject)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw wrong(`Invalid subject: ${String(issue?.path[0] ?? '')}: ${issue?.message ?? ''}`, 'Correct it and try again.')
}

/** Puts a backslash before each character that RFC 4514 §2.4 requires it for. */
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
