import { childPath } from '#shared/lists/column-names.ts'
import { byte } from '../json/json-bytes.ts'
import { JsonReader, type ValueSpan } from '../json/json-reader.ts'
import { utf8Text } from '../json/json-string.ts'
import { hasSameBytes, meaningOf, membersOf } from './json-equality.ts'

/** What differs between two records. */
export interface RecordDifference {
  /** Paths of the members that differ, as those of columns. */
  readonly fields: readonly string[]
  /** JSON of the fields that differ, before and after; undefined if that side has none. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Deeper objects are compared as wholes. */
const maxDepth = 64

/** Returns the difference of two records; undefined if they mean the same (see `meaningOf`). */
export function differenceOf(before: Uint8Array, after: Uint8Array): RecordDifference | undefined {
  const fields: string[] = []
  const compare = (
    one: ValueSpan | undefined,
    other: ValueSpan | undefined,
    path: string | undefined,
    depth: number,
  ): { before: string | undefined; after: string | undefined } | undefined => {
    if (one !== undefined && other !== undefined) {
      if (hasSameBytes(before, one, after, other)) return undefined
      if (before[one.start] === byte.openBrace && after[other.start] === byte.openBrace && depth < maxDepth)
        return compareMembers(one, other, path, depth)
      if (meaningOf(before, one) === meaningOf(after, other)) return undefined
    }
    fields.push(path ?? '')
    return { before: textOf(before, one), after: textOf(after, other) }
  }
  /** Compares a field of which one side has several values. */
  const compareRepeated = (
    olds: readonly ValueSpan[],
    news: readonly ValueSpan[],
    path: string,
  ): ReturnType<typeof compare> => {
    const meanings = (bytes: Uint8Array, spans: readonly ValueSpan[]): string =>
      JSON.stringify(spans.map((span) => meaningOf(bytes, span)))
    if (meanings(before, olds) === meanings(after, news)) return undefined
    fields.push(path)
    return { before: textOfAll(before, olds), after: textOfAll(after, news) }
  }
  const compareMembers: typeof compare = (one, other, path, depth) => {
    const olds = one === undefined ? new Map<string, ValueSpan[]>() : membersOf(before, one)
    const news = other === undefined ? new Map<string, ValueSpan[]>() : membersOf(after, other)
    const texts = { before: [] as string[], after: [] as string[] }
    for (const name of new Set([...olds.keys(), ...news.keys()])) {
      const [was = [], is = []] = [olds.get(name), news.get(name)]
      const found =
        was.length > 1 || is.length > 1
          ? compareRepeated(was, is, childPath(path, name))
          : compare(was[0], is[0], childPath(path, name), depth + 1)
      if (found?.before !== undefined) texts.before.push(`${JSON.stringify(name)}:${found.before}`)
      if (found?.after !== undefined) texts.after.push(`${JSON.stringify(name)}:${found.after}`)
    }
    const objectOf = (members: readonly string[]): string | undefined =>
      members.length === 0 ? undefined : `{${members.join(',')}}`
    return { before: objectOf(texts.before), after: objectOf(texts.after) }
  }
  const found = compare(new JsonReader(before).readSpan(), new JsonReader(after).readSpan(), undefined, 0)
  return found === undefined || fields.length === 0 ? undefined : { fields, ...found }
}

/** Several values of one field as an array: tables and most readers of JSON show only one of them. */
function textOfAll(bytes: Uint8Array, spans: readonly ValueSpan[]): string | undefined {
  return spans.length > 1 ? `[${spans.map((span) => textOf(bytes, span)).join(',')}]` : textOf(bytes, spans[0])
}

function textOf(bytes: Uint8Array, span: ValueSpan | undefined): string | undefined {
  return span && utf8Text(bytes, span.start, span.end)
}
