import { ClavisError } from '#shared/errors.ts'
import { byte } from '../json/json-bytes.ts'
import { utf8Text } from '../json/json-string.ts'
import type { PageMembers } from './record-array.ts'

/** Maximum size of a page whose text is searched for the service's words, bytes. */
const maxErrorPage = 64 * 1024

/** What services send in an error field if there is no error. */
const noError: readonly string[] = ['', '0', 'false', 'none', 'null', 'ok', 'success']

/** Returns whether a field of this name tells of an error, as in problem details and JSON:API. */
export function isErrorField(name: string): boolean {
  return /^errors?$/iu.test(name)
}

/**
 * Returns the paths of the fields that hold something else than a page's records: arrays of objects, at any depth, and
 * the service's errors.
 * @param recordMember the field for the records, which is left out
 * @param known paths that are left out, too
 * @param isSkipped whether a top-level field of this name is not searched at all
 */
export function otherFields(
  body: Uint8Array,
  members: PageMembers,
  recordMember: string | undefined,
  known: readonly string[] = [],
  isSkipped = (name: string): boolean => known.includes(name),
): string[] {
  const found = new Set<string>()
  const pending: [path: string, value: unknown][] = []
  for (const [name, { first, start, end }] of members) {
    const isSearched = first === byte.openBracket || first === byte.openBrace || isErrorField(name)
    if (isSearched && name !== recordMember && !isSkipped(name))
      pending.push([name, JSON.parse(utf8Text(body, start, end))])
  }
  // Not recursive, because a page may be nested deeply.
  for (const [path, value] of pending)
    if (isErrorField(path) && isFilled(value)) found.add(path)
    else if (Array.isArray(value) && value.some(isObject)) found.add(path)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        if (typeof inner === 'object') pending.push([Array.isArray(value) ? path : `${path}.${name}`, inner])
  return [...found].filter((path) => !known.includes(path))
}

/**
 * Requires a page without records to have nothing in their place.
 * @param others what {@link otherFields} returns, without what is known to be something else than records
 * @throws `list-error-received` with the page's text as its reason, `list-records-elsewhere`
 */
export function requireNothingElse(
  body: Uint8Array,
  others: readonly string[],
  recordMember: string | undefined,
): void {
  if (others.some(isErrorField))
    throw new ClavisError('list-error-received', 'The service sent an error instead of a page of the list.', {
      hint: 'Retry from this page. If it happens again, contact the service operator.',
      details: { reason: utf8Text(body, 0, maxErrorPage) },
    })
  if (others.length === 0) return
  const where = recordMember === undefined ? '' : ` in “${recordMember}”, which held them on earlier pages`
  const names = others.slice(0, 5).map((name) => `“${name}”`)
  throw new ClavisError(
    'list-records-elsewhere',
    `This page has no records${where}, but there may be some in ${names.join(', ')}.`,
    {
      hint: 'Clavis does not take it for an empty page. Retry from this page, or reload the list from its first page.',
      details: { candidates: others.filter((path) => !path.includes('.')) },
    },
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether an error field tells of an error: some services always send one, with code 0. */
function isFilled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !noError.includes(String(value).trim().toLowerCase())
  const code = 'code' in value ? value.code : ''
  if (code !== '' && typeof code !== 'object' && !isFilled(code)) return false
  return !Object.values(value).every(isEmpty)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === ''
}
