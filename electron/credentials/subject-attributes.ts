import { emptySubject, subjectSchema, type Subject } from '#shared/credentials/credential.ts'

/** An attribute of a distinguished name, with its text. */
export interface NameAttribute {
  /** Its short name, or its object identifier if it has none. */
  readonly name: string
  readonly value: string
}

interface AttributeType {
  readonly oid: string
  /** OpenSSL's abbreviation (RFC 4519 and its own). */
  readonly name: string
  /** Other names, lower case. */
  readonly aliases?: readonly string[]
  readonly field?: keyof Subject
  /** The string type that its definition requires; UTF8String by default. */
  readonly form?: 'printable' | 'ia5'
}

/**
 * Attribute types. Those with a field of their own come first, in the order of a distinguished name, most general first
 * (RFC 5280 §4.1.2.4).
 */
const types: readonly AttributeType[] = [
  { oid: '2.5.4.6', name: 'C', field: 'country', form: 'printable' },
  { oid: '2.5.4.8', name: 'ST', field: 'state', aliases: ['s'] },
  { oid: '2.5.4.7', name: 'L', field: 'locality' },
  { oid: '2.5.4.10', name: 'O', field: 'organization' },
  { oid: '2.5.4.11', name: 'OU', field: 'organizationalUnit' },
  { oid: '2.5.4.3', name: 'CN', field: 'commonName' },
  { oid: '1.2.840.113549.1.9.1', name: 'emailAddress', field: 'emailAddress', form: 'ia5', aliases: ['e'] },
  { oid: '0.9.2342.19200300.100.1.25', name: 'DC', form: 'ia5' },
  { oid: '0.9.2342.19200300.100.1.1', name: 'UID' },
  { oid: '2.5.4.4', name: 'SN' },
  { oid: '2.5.4.5', name: 'serialNumber', form: 'printable' },
  { oid: '2.5.4.9', name: 'street', aliases: ['streetaddress'] },
  { oid: '2.5.4.12', name: 'title' },
  { oid: '2.5.4.15', name: 'businessCategory' },
  { oid: '2.5.4.17', name: 'postalCode' },
  { oid: '2.5.4.42', name: 'GN', aliases: ['givenname'] },
  { oid: '2.5.4.46', name: 'dnQualifier', form: 'printable' },
  { oid: '2.5.4.97', name: 'organizationIdentifier' },
  { oid: '1.3.6.1.4.1.311.60.2.1.1', name: 'jurisdictionL' },
  { oid: '1.3.6.1.4.1.311.60.2.1.2', name: 'jurisdictionST' },
  { oid: '1.3.6.1.4.1.311.60.2.1.3', name: 'jurisdictionC', form: 'printable' },
]

/** Texts that the restricted string types allow (X.680 §41.4; IA5String is ASCII). */
const formPatterns = { printable: /^[\w '()+,./:=?-]*$/u, ia5: /^\p{ASCII}*$/u } as const

/** Returns an attribute's short name, e.g. `CN` for `2.5.4.3`; the object identifier itself if it has none. */
export function shortName(oid: string): string {
  return types.find((each) => each.oid === oid)?.name ?? oid
}

/** Returns the attribute type of a name in any case, or of an object identifier; undefined if there is none. */
export function attributeType(name: string): AttributeType | undefined {
  const wanted = name.toLowerCase()
  const known = types.find(
    (each) => each.oid === name || each.name.toLowerCase() === wanted || each.aliases?.includes(wanted),
  )
  return (
    known ??
    (/^(?:[01]\.[1-3]?\d|2\.(?:0|[1-9]\d{0,8}))(?:\.(?:0|[1-9]\d{0,8})){0,20}$/u.test(name)
      ? { oid: name, name }
      : undefined)
  )
}

/** Returns whether an attribute's string type allows all characters of a value. */
export function isEncodable({ form }: Pick<AttributeType, 'form'>, value: string): boolean {
  return form === undefined || (formPatterns[form].test(value) && !value.includes('_'))
}

/** Returns the attributes of a subject, most general first, without the empty ones. */
export function attributesOf(subject: Subject): NameAttribute[] {
  return types.flatMap(({ name, field }) =>
    field === undefined || subject[field] === '' ? [] : [{ name, value: subject[field] }],
  )
}

/** Splits a name's attributes into a subject and those that it has no field for, such as a second OU. */
export function subjectOf(attributes: readonly NameAttribute[]): { subject: Subject; more: NameAttribute[] } {
  const subject = { ...emptySubject }
  const more = attributes.filter(({ name, value }) => {
    const { field } = attributeType(name) ?? {}
    const parsed = field && subjectSchema.shape[field].safeParse(value)
    if (field === undefined || parsed?.success !== true || subject[field] !== '') return true
    subject[field] = parsed.data
    return false
  })
  return { subject, more }
}
