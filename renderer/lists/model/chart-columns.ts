import type { Column } from '#shared/lists/list.ts'

/** Lists columns that may hold dates; `sure`: of which most values are. */
export function dateColumns(columns: readonly Column[]): { readonly sure: Column[]; readonly perhaps: Column[] } {
  return {
    sure: columns.filter(({ type }) => type === 'datetime'),
    perhaps: columns.filter(({ type }) => type === 'text' || type === 'mixed'),
  }
}

/** Lists columns that may hold numbers, also as text; `sure`: of which most values are. */
export function numberColumns(columns: readonly Column[]): { readonly sure: Column[]; readonly perhaps: Column[] } {
  return {
    sure: columns.filter(({ type }) => type === 'number'),
    perhaps: columns.filter(({ type }) => type === 'text' || type === 'mixed'),
  }
}

/** Returns the date that most records have, among columns of dates. */
export function mainDate(columns: readonly Column[]): Column | undefined {
  return dateColumns(columns).sure.reduce<Column | undefined>(
    (best, each) => (best === undefined || each.filled > best.filled ? each : best),
    undefined,
  )
}

/** Last words in names of columns with few values. */
const kindWords = new Set(
  'status state type kind category class group level priority currency country region language channel'.split(' '),
)
/** Last words in names of columns with unique values. */
const ownWords = new Set(
  (
    'id ids uuid guid key number no ref reference hash token iban name title label subject text message description ' +
    'note notes comment mail email phone address url uri link page path'
  ).split(' '),
)

/**
 * Returns the column with probably few values, so that bars by them are useful. Judged by names and types, because
 * counting comes later.
 * @param except a column shown otherwise; taken only if there is no other
 */
export function likelyCategory(columns: readonly Column[], except: string | undefined): Column | undefined {
  const usable = columns.filter(({ type }) => type === 'text' || type === 'boolean')
  const others = usable.filter(({ path }) => path !== except)
  const ranked = (others.length > 0 ? others : usable).toSorted((one, other) => rankOf(one) - rankOf(other))
  return ranked[0] ?? columns[0]
}

/** The lower, the fewer values there probably are. */
function rankOf({ path, type }: Column): number {
  const last = lastWord(path)
  if (type === 'boolean') return 1
  if (kindWords.has(last)) return 0
  return ownWords.has(last) ? 3 : 2
}

/** Returns the last word of a column's path, in lower case: `status` of `lastStatus` and of `state.status_2`. */
export function lastWord(path: string): string {
  const words = path.replaceAll(/(\p{Lowercase})(\p{Uppercase})/gu, '$1 $2').toLowerCase()
  return words.split(/[^\p{Letter}]+/u).findLast((word) => word !== '') ?? ''
}
