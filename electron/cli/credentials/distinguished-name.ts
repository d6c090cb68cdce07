import {
  emptySubject,
  subjectAlternativeNameSchema,
  subjectSchema,
  type Subject,
  type SubjectAlternativeName,
} from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'

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

/**
 * Parses a subject such as `CN=acme,O=Acme\, Ltd,C=DE`, in which a backslash escapes the next character (RFC 4514 §2.4).
 * @throws `input-invalid`
 */
export function parseSubject(text: string): Subject {
  const subject = { ...emptySubject }
  for (const part of splitAtCommas(text)) {
    const { name = '', value = '' } = /^\s*(?<name>[A-Za-z]+)\s*=(?<value>[\s\S]*)$/u.exec(part)?.groups ?? {}
    const member = attributes[name.toLowerCase()]
    if (member === undefined)
      throw wrong(
        `“${part.trim()}” is not a subject attribute.`,
        'Use CN, O, OU, L, ST, C and emailAddress, for example CN=acme,O=Acme,C=DE.',
      )
    if (subject[member] !== '') throw wrong(`${name} is given twice.`, 'Use each subject attribute once.')
    subject[member] = value.replaceAll(/\\([\s\S])/gu, '$1').trim()
  }
  const parsed = subjectSchema.safeParse(subject)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw wrong(`Invalid subject: ${String(issue?.path[0] ?? '')}: ${issue?.message ?? ''}`, 'Correct it and try again.')
}

/** Parses a subject alternative name such as `dns:pay.example.com`. @throws `input-invalid` */
export function parseAlternativeName(text: string): SubjectAlternativeName {
  const { type, value } = /^(?<type>[a-z]+):(?<value>[\s\S]+)$/u.exec(text)?.groups ?? {}
  const parsed = subjectAlternativeNameSchema.safeParse({ type, value })
  if (parsed.success) return parsed.data
  throw wrong(`“${text}” is not a subject alternative name.`, 'Use dns:HOST, ip:ADDRESS, email:ADDRESS or uri:ADDRESS.')
}

function splitAtCommas(text: string): string[] {
  return (text.match(/(?:\\[\s\S]|[^\\,])+/gu) ?? []).filter((part) => part.trim() !== '')
}

function wrong(message: string, hint: string): ClavisError {
  return new ClavisError('input-invalid', message, { hint })
}
