import { isLosslessNumber, parse } from 'lossless-json'
import { readDatetime } from '../../../shared/model/values/datetime-text.ts'
import { childPath } from '../../../shared/model/lists/column-path.ts'

/** An identifier that a record holds. */
export interface Identifier {
  /** Its column; of an item of a list, the list's. */
  readonly path: string
  readonly text: string
  /**
   * `strong`: so long or so made that two records have it by no accident; `weak`: a short number or word with digits,
   * which means something only in columns whose names fit.
   */
  readonly strength: 'strong' | 'weak'
}

/** Longest text that is taken for an identifier, characters. */
const longest = 128

/** Most identifiers of one record that are looked for. */
const most = 100

/** Integers of so many digits are no counts and no amounts. */
const digitsOfStrongNumber = 9

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

/** What of a record is looked for in other lists. */
interface IdentifiersOfRecord {
  readonly identifiers: readonly Identifier[]
  /** Whether it has more of them than are looked for. */
  readonly isCut: boolean
}

/** The identifiers in a record: values that look like some; none where its text is no JSON or too deep to be read. */
export function identifiersOf(record: string): IdentifiersOfRecord {
  const found = new Map<string, Identifier>()
  const visit = (value: unknown, path: string | undefined): void => {
    if (found.size > most) return
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
  return { identifiers: [...found.values()].slice(0, most), isCut: found.size > most }
}

/** How far a value looks like an identifier; undefined: it does not. */
export function strengthOf(value: unknown): Identifier['strength'] | undefined {
  if (isLosslessNumber(value)) return strengthOfInteger(value.value)
  if (typeof value !== 'string' || value.length < 2 || value.length > longest) return undefined
  if (uuid.test(value)) return 'strong'
  // Words, sentences, amounts with their signs, addresses: identifiers are one run of signs with a digit among them.
  if (!/^[A-Za-z0-9][A-Za-z0-9_\-.:/+=]*$/u.test(value) || !/\d/u.test(value)) return undefined
  if (/^\d+$/u.test(value)) return strengthOfInteger(value)
  if (/^[\d.:\-+/]+$/u.test(value) || readDatetime(value) !== undefined || value.includes('://')) return undefined
  return value.length >= 6 && /[A-Za-z]/u.test(value) ? 'strong' : 'weak'
}

function strengthOfInteger(text: string): Identifier['strength'] | undefined {
  if (!/^\d{2,40}$/u.test(text)) return undefined
  return text.length >= digitsOfStrongNumber ? 'strong' : 'weak'
}
