import type { Column } from '../../../shared/model/lists/list.ts'

/** Columns that may hold dates, those that hold nothing else first. */
export function dateColumns(columns: readonly Column[]): { readonly sure: Column[]; readonly perhaps: Column[] } {
  return {
    sure: columns.filter(({ type }) => type === 'datetime'),
    perhaps: columns.filter(({ type }) => type === 'text' || type === 'mixed'),
  }
}

/** Columns that may hold numbers, also such that are sent as text; those that hold nothing else first. */
export function numberColumns(columns: readonly Column[]): { readonly sure: Column[]; readonly perhaps: Column[] } {
  return {
    sure: columns.filter(({ type }) => type === 'number'),
    perhaps: columns.filter(({ type }) => type === 'text' || type === 'mixed'),
  }
}

/** The date that most records have, of columns that hold nothing else. */
export function mainDate(columns: readonly Column[]): Column | undefined {
  return dateColumns(columns).sure.reduce<Column | undefined>(
    (best, each) => (best === undefined || each.filled > best.filled ? each : best),
    undefined,
  )
}

/** Last words of names of columns that sort records into few kinds. */
const kindWords = new Set(
  'status state type kind category class group level priority currency country region language channel'.split(' '),
)
/** Last words of names of columns in which each record has a value of its own. */
const ownWords = new Set(
  (
    'id ids uuid guid key number no ref reference hash token iban name title label subject text message description ' +
    'note notes comment mail email phone address url uri link page path'
  ).split(' '),
)

/**
 * The column whose values are likely to be few, so that bars by them say something. How many there are is known only once
 * they are counted: until then names and types tell.
 * @param except a column that is shown otherwise already; taken only where there is no other
 */
export function likelyCategory(columns: readonly Column[], except: string | undefined): Column | undefined {
  const usable = columns.filter(({ type }) => type === 'text' || type === 'boolean')
  const others = usable.filter(({ path }) => path !== except)
  const ranked = (others.length > 0 ? others : usable).toSorted((one, other) => rankOf(one) - rankOf(other))
  return ranked[0] ?? columns[0]
}

/** The lower, the fewer values there probably are. */
function rankOf({ path, type }: Column): number {
  const words = path.replaceAll(/(\p{Lowercase})(\p{Uppercase})/gu, '$1 $2').toLowerCase()
  const last = words.split(/[^\p{Letter}]+/u).findLast((word) => word !== '') ?? ''
  if (type === 'boolean') return 1
  if (kindWords.has(last)) return 0
  return ownWords.has(last) ? 3 : 2
}
