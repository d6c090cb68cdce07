import { withSeparators } from '../model/cell-format.ts'
import { lastWord } from '../model/chart-columns.ts'
import { currencyOf, isAmount } from '../model/currency.ts'
import { isStatusPath } from '../model/status-tone.ts'

/** What a person knows a record by. Undefined: it has nothing like that. */
export interface RecordSubject {
  readonly name: string | undefined
  readonly status: string | undefined
  /** With its currency: `1,234.50 EUR`. */
  readonly amount: string | undefined
}

const nameWords = ['name', 'title', 'label', 'subject', 'description']

interface Field {
  readonly path: string
  readonly type: 'text' | 'number'
  readonly text: string
}

/** Finds a record's name, status and amount by the names of its fields. @param text the record's JSON */
export function recordSubject(text: string): RecordSubject {
  const fields = fieldsOf(text)
  const named = (isWanted: (field: Field) => boolean): Field | undefined => fields.find(isWanted)
  const name = nameWords
    .map((word) => named(({ path, type }) => type === 'text' && lastWord(path) === word))
    .find((field) => field !== undefined)
  const amount = named(({ path, type }) => type === 'number' && isAmount(path))
  const currencyPath = amount === undefined ? undefined : currencyOf(amount.path, fields)
  const currency = fields.find(({ path }) => path === currencyPath)?.text
  return {
    name: name?.text,
    status: named(({ path, type }) => type === 'text' && isStatusPath(path))?.text,
    amount: amount && [withSeparators(amount.text) ?? amount.text, currency ?? ''].join(' ').trim(),
  }
}

/** Lists the texts and numbers of a record, outer ones first. Numbers keep every digit. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let level: readonly (readonly [string, unknown])[] = [['', read(text)]]
  while (level.length > 0) {
    const inner: (readonly [string, unknown])[] = []
    for (const [path, value] of level)
      if (typeof value === 'string') fields.push({ path, type: 'text', text: value })
      else if (value instanceof NumberText) fields.push({ path, type: 'number', text: value.text })
      else if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [name, each] of Object.entries(value)) inner.push([path === '' ? name : `${path}.${name}`, each])
    level = inner
  }
  return fields
}

class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function read(text: string): unknown {
  // With the third parameter a number keeps its digits (ECMAScript, JSON.parse source text access).
  const revive = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' ? new NumberText(source ?? String(value)) : value
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}
