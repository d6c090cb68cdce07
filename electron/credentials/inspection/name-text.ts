import { BerError, childrenOf, objectIdentifier, requireTag, sequence, tags, type BerElement } from '../formats/ber.ts'
import { shortName, type NameAttribute } from '../subject-attributes.ts'

/**
 * A name's attributes, e.g. `CN` with `acme`, in the order they are encoded (RFC 5280 §4.1.2.4), relative names of
 * several parts together.
 */
export function nameAttributes(name: BerElement): NameAttribute[][] {
  return sequence(name).map((relative) =>
    childrenOf(requireTag(relative, tags.set)).map((attribute) => {
      const [type, value] = sequence(attribute)
      const oid = objectIdentifier(type)
      return { name: shortName(oid), value: stringOf(value) }
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
    .map((relative) => relative.map(attributeText).join(' + '))
    .join(', ')
}

/** Formats an attribute, e.g. `O="Acme, Ltd"`. */
export function attributeText({ name, value }: NameAttribute): string {
  return `${name}=${quoted(value)}`
}

/** Characters that have a meaning in a name's text are escaped or put in quotes (RFC 4514 §2.4, as OpenSSL does). */
function quoted(value: string): string {
  const escaped = value.replaceAll(/["\\]/gu, '\\$&').replaceAll(/[\u0000-\u001f\u007f]/gu, controlEscape)
  return /[,+<>;]|^[ #]| $/u.test(value) ? `"${escaped}"` : escaped
}

function controlEscape(character: string): string {
  return `\\${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
}
