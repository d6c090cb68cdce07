import { BerError, childrenOf, objectIdentifier, requireTag, sequence, tags, type BerElement } from '../formats/ber.ts'

/** Attribute types in OpenSSL's abbreviations (RFC 4519 and its own). */
const shortNames: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'title',
  '2.5.4.15': 'businessCategory',
  '2.5.4.17': 'postalCode',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
}

/** An attribute of a name: its short name, or its object identifier if it has none, and its text. */
export interface NameAttribute {
  readonly name: string
  readonly value: string
}

/** A name's attributes in the order they are encoded (RFC 5280 §4.1.2.4), relative names of several parts together. */
export function nameAttributes(name: BerElement): NameAttribute[][] {
  return sequence(name).map((relative) =>
    childrenOf(requireTag(relative, tags.set)).map((attribute) => {
      const [type, value] = sequence(attribute)
      const oid = objectIdentifier(type)
      return { name: shortNames[oid] ?? oid, value: stringOf(value) }
    }),
  )
}

/** Returns the text of a string type; one-byte characters are read as Latin-1. */
function stringOf(element: BerElement | undefined): string {
  if (element === undefined) throw new BerError('An attribute has no value.')
  const { tag, content } = element
  if (tag === tags.utf8String) return content.toString('utf8')
  if (tag === tags.bmpString) return Buffer.from(content).swap16().toString('utf16le')
  return content.toString('latin1')
}

/** Formats a name in one line like OpenSSL, most general part first: `C=DE, O=Acme, CN=acme`. */
export function nameText(name: BerElement): string {
  return nameAttributes(name)
    .map((relative) => relative.map((each) => `${each.name}=${quoted(each.value)}`).join(' + '))
    .join(', ')
}

/** Characters that have a meaning in a name's text are escaped or put in quotes (RFC 4514 §2.4, as OpenSSL does). */
function quoted(value: string): string {
  const escaped = value.replaceAll(/["\\]/gu, '\\$&').replaceAll(/[\u0000-\u001f\u007f]/gu, controlEscape)
  return /[,+<>;]|^[ #]| $/u.test(value) ? `"${escaped}"` : escaped
}

function controlEscape(character: string): string {
  return `\\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
}
