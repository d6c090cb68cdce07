import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'

/** The value of each top-level field: its first byte and its place; of fields with one name, the last one's. */
export type PageMembers = ReadonlyMap<string, ValueSpan & { readonly first: number }>

/** Returns the names of a page's top-level arrays. */
export function arraysOf(members: PageMembers): string[] {
  return namesWith(members, byte.openBracket)
}

/**
 * Returns whether a page, the only one of its list, has no records where they would be: the field is null, or there is
 * nothing that could hold any.
 */
export function lacksRecords(members: PageMembers, list: ListName, chosen: string | undefined): boolean {
  const isRecords = (name: string): boolean => (chosen === undefined ? fitOf(name, list) === 4 : name === chosen)
  const arrays = arraysOf(members)
  if (namesWith(members, byte.lowerN).some(isRecords)) return !arrays.some(isRecords)
  return arrays.length === 0 && namesWith(members, byte.openBrace).length === 0
}

function namesWith(members: PageMembers, first: number): string[] {
  return [...members].filter(([, value]) => value.first === first).map(([name]) => name)
}

/**
 * Chooses the field that holds a page's records, which the service's document doesn't name: the person's
 * choice if there is one, else the only top-level array, else the array whose name best fits the list's path.
 * @param arrays names of the page's top-level arrays
 * @param chosen the choice saved in the profile
 */
export function chooseRecordMember(arrays: readonly string[], list: ListName, chosen: string | undefined): string {
  if (chosen !== undefined) {
    if (arrays.includes(chosen)) return chosen
    throw new ClavisError(
      'list-records-missing',
      `The page has no array “${chosen}”, which the profile uses as the records.`,
      {
        hint:
          arrays.length === 0
            ? 'Check the profile’s reporting address. The page has no arrays at its top level.'
            : 'Choose another field for the records.',
        details: { candidates: [...arrays] },
      },
    )
  }
  const [first, ...others] = arrays
  if (first === undefined)
    throw new ClavisError('list-records-missing', 'The page has no array of records at its top level.', {
      hint: 'Check the profile’s reporting address.',
    })
  if (others.length === 0) return first
  return bestFit(arrays, list)
}

/** Returns the name that fits best. @throws an error that names the candidates if there is no single one */
function bestFit(arrays: readonly string[], list: ListName): string {
  const ranked = arrays.map((name) => ({ name, fit: fitOf(name, list) })).sort((left, right) => right.fit - left.fit)
  const [best, second] = ranked
  if (best !== undefined && best.fit > 0 && best.fit > (second?.fit ?? 0)) return best.name
  throw new ClavisError(
    'list-records-ambiguous',
    `The page has ${arrays.length} arrays, and it is unclear which one holds “${list}”.`,
    { hint: 'Choose the one that holds the records.', details: { candidates: [...arrays] } },
  )
}

/**
 * Rates how well a field's name fits a list's path, by their words: 4 for the same words; else 2 if all words of one
 * are in the other, and 1 more if they end in the same word. `reportConfigurations` fits `report-configs`, because a
 * word may be abbreviated.
 */
function fitOf(name: string, path: string): number {
  const ofName = wordsOf(name)
  const ofPath = wordsOf(path)
  if (ofName.length === 0) return 0
  const holds = (all: readonly string[], some: readonly string[]): boolean =>
    some.every((word) => all.some((other) => sameWord(word, other)))
  const within = holds(ofName, ofPath) || holds(ofPath, ofName)
  if (within && ofName.length === ofPath.length) return 4
  return (within ? 2 : 0) + (sameWord(ofName.at(-1) ?? '', ofPath.at(-1) ?? '') ? 1 : 0)
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word))
}

function sameWord(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return short === long || (short.length >= 4 && long.startsWith(short))
}
