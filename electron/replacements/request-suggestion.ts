import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential, Subject, SubjectAlternativeName } from '#shared/credentials/credential.ts'
import { emptySubject, subjectAlternativeNameSchema, subjectSchema } from '#shared/credentials/credential.ts'
import { nameAttributes } from '../credentials/inspection/name-text.ts'
import { readCertificateStructure } from '../credentials/inspection/x509-structure.ts'
import { parseStoredCertificate } from '../profiles/store/stored-certificate.ts'

export interface RequestContent {
  readonly subject: Subject
  readonly subjectAlternativeNames: SubjectAlternativeName[]
}

const members: Readonly<Record<string, keyof Subject>> = {
  CN: 'commonName',
  O: 'organization',
  OU: 'organizationalUnit',
  L: 'locality',
  ST: 'state',
  C: 'country',
  emailAddress: 'emailAddress',
}

const nameTypes: Readonly<Record<string, SubjectAlternativeName['type']>> = {
  DNS: 'dns',
  'IP Address': 'ip',
  email: 'email',
  URI: 'uri',
}

/**
 * Returns what the CSR of a replacement should contain: the same as the previous CSR, else what the certificate has.
 * @param fallbackName the common name if neither has one
 */
export function suggestRequest(old: Credential | undefined, fallbackName: string): RequestContent {
  if (old?.request !== undefined)
    return {
      subject: old.request.subject,
      subjectAlternativeNames: [...old.request.subjectAlternativeNames],
    }
  const certificate = certificateOf(old)
  if (certificate === undefined)
    return { subject: subjectWith({ commonName: fallbackName }), subjectAlternativeNames: [] }
  const found: Partial<Record<keyof Subject, string>> = { commonName: fallbackName }
  const parsed = parseStoredCertificate(certificate.pem)
  const attributes = parsed === undefined ? [] : nameAttributes(readCertificateStructure(parsed.raw).subject).flat()
  for (const { name, value } of attributes) {
    const member = members[name]
    if (member !== undefined) found[member] = value
  }
  return {
    subject: subjectWith(found),
    subjectAlternativeNames: certificate.subjectAlternativeNames.flatMap(alternativeName),
  }
}

/** A subject from what was found; what a CSR could not hold is left empty. */
function subjectWith(found: Partial<Record<keyof Subject, string>>): Subject {
  const fitting = Object.entries(found).filter(
    ([member, value]) => subjectSchema.shape[member as keyof Subject].safeParse(value).success,
  )
  return { ...emptySubject, ...Object.fromEntries(fitting) }
}

function alternativeName(text: string): SubjectAlternativeName[] {
  const colon = text.indexOf(':')
  const type = nameTypes[text.slice(0, colon)]
  const parsed = subjectAlternativeNameSchema.safeParse({ type, value: text.slice(colon + 1) })
  return parsed.success ? [parsed.data] : []
}
