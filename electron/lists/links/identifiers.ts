import { isLosslessNumber, parse } from 'lossless-json'
import { readDatetime } from '../../../shared/model/values/datetime-text.ts'
import { childPath } from '../../../shared/model/lists/columns/column-path.ts'

export interface Identifier {
  /** Path of its column; for an item of an array, that of the array. */
  readonly path: string
  readonly text: string
  /**
   * `strong`: long or distinctive enough that two records don't share it by accident; `weak`: a short number or word
   * with digits, which counts only in columns with matching names.
   */
  readonly strength: 'strong' | 'weak'
}

/** Maximum length of an identifier, characters. */
const maxLength = 128

/** Maximum number of identifiers per record that are searched for. */
const maxIdentifiers = 100

/** Integers with at least this many digits are taken for identifiers, not counts or amounts. */
const digitsOfStrongNumber = 9

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

interface IdentifiersOfRecord {
  readonly identifiers: readonly Identifier[]
  /** Whether the record has more identifiers than are searched for. */
  readonly isCut: boolean
}

/** Finds values in a record that look like identifiers. Returns none if the text is not JSON or too deeply nested. */
export function identifiersOf(record: string): IdentifiersOfRecord {
  const found = new Map<string, Identifier>()
  const visit = (value: unknown, path: string | undefined): void => {
    if (found.size > maxIdentifiers) return
    if (Array.isArray(value)) for (const item of value) visit(item, path)
    else if (typeof value === 'object' && value !== null && !isLosslessNumber(value))
      for (const [name, part] of Object.entries(value)) visit(part, childPath(path, name))
    else {
      const strength = strengthOf(value)
      const text = isLosslessNumber(value) ? value.value : String(value)
      if (strength !== undefined) found.set(`${path ?? ''}\n${text}`, { path: path ?? '', text, strength })
    }
  }
  try {
    visit(parse(record, undefined, { onDuplicateKey: ({ oldValue }) => oldValue }), undefined)
  } catch {
    return { identifiers: [], isCut: false }
  }
  return { identifiers: [...found.values()].slice(0, maxIdentifiers), isCut: found.size > maxIdentifiers }
}

/** Returns how much a value looks like an identifier; undefined if it doesn't. */
export function strengthOf(value: unknown): Identifier['strength'] | undefined {
  if (isLosslessNumber(value)) return strengthOfInteger(value.value)
  if (typeof value !== 'string' || value.length < 2 || value.length > maxLength) return undefined
  if (uuid.test(value)) return 'strong'
  // Rules out words, sentences, amounts with signs and addresses: an identifier has no blanks and at least one digit.
  if (!/^[A-Za-z0-9][A-Za-z0-9_\-.:/+=]*$/u.test(value) || !/\d/u.test(value)) return undefined
  if (/^\d+$/u.test(value)) return strengthOfInteger(value)
  if (/^[\d.:\-+/]+$/u.test(value) || readDatetime(value) !== undefined || value.includes('://')) return undefined
  return value.length >= 6 && /[A-Za-z]/u.test(value) ? 'strong' : 'weak'
}

function strengthOfInteger(text: string): Identifier['strength'] | undefined {
  if (!/^\d{2,40}$/u.test(text)) return undefined
  return text.length >= digitsOfStrongNumber ? 'strong' : 'weak'
}
