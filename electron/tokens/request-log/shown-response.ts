import { objectOf } from '#shared/values/json.ts'
import type { KnownSecrets } from '../known-secrets.ts'
import { pageTitle, type ParsedBody, type TokenResponse } from '../response-json.ts'
import { elided } from '../secret-names.ts'
import { isReasonMember } from '../service-reason.ts'

/** Maximum number of characters of a description and of a header, and of members that are codes. */
const maxText = 500
const maxCode = 100

/** Maximum number of members and headers that are listed. */
const maxListed = 50

/** Members that are shown as text (RFC 6749 §5.1 and §5.2, RFC 8693 §2.2.1), and those that describe an error. */
const shownMembers = ['token_type', 'issued_token_type', 'scope', 'error', 'error_description', 'error_uri']
const codes = ['token_type', 'issued_token_type', 'error']

/** Headers that are shown: about content, time, caching, refusal, the connection, and what an operator finds the request by. */
const shownHeaders =
  /^(?:content-(?:type|length|encoding|language)|date|age|expires|cache-control|pragma|vary|allow|retry-after|www-authenticate|server|via|connection|keep-alive|transfer-encoding|strict-transport-security|x-content-type-options|(?:x-)?(?:[a-z]+-)?(?:request|correlation|trace)-?id|traceparent|cf-ray)$/u

/** What is shown of a body without members. */
const otherBodies: Readonly<Record<ParsedBody['kind'], string>> = {
  empty: '',
  markup: 'Web page or XML',
  form: '',
  deep: 'JSON that is nested too deeply',
  json: 'JSON, but not an object',
  damaged: 'Damaged or truncated JSON',
  text: 'Text that is not JSON',
}

interface ShownHeader {
  readonly name: string
  readonly value: string
}

/** Returns headers and body of a token response for display. */
export function shownResponse(response: TokenResponse): { headers: ShownHeader[]; body: string } {
  return { headers: shownHeadersOf(response), body: shownBody(response) }
}

/** Returns the headers of a token response for display: of those that are not known to be harmless only name and size. */
function shownHeadersOf({ headers, secrets }: TokenResponse): ShownHeader[] {
  return [...headers].slice(0, maxListed).map(([name, value]) => ({
    name: shownName(name, secrets),
    value: shownHeaders.test(name) ? shownText(value, maxText, secrets) : sizeOf(value),
  }))
}

/**
 * Returns the body of a token response for display: the members of {@link shownMembersOf} as JSON; of any other body its kind, and the title of
 * a web page.
 */
function shownBody({ parsed: { kind, text, value }, secrets }: TokenResponse): string {
  const members = objectOf(value)
  if (members !== undefined) return JSON.stringify(shownMembersOf(members, secrets), null, 2)
  const title = kind === 'markup' ? pageTitle(text, secrets) : ''
  return title === '' ? otherBodies[kind] : `Web page “${title}”`
}

/**
 * Returns the members of a token response for display: of those that may have a secret only name and size. If a name
 * may have one too, the member is only counted.
 */
export function shownMembersOf(
  members: Readonly<Record<string, unknown>>,
  secrets: KnownSecrets,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(members)
  const named = entries.filter(([name]) => shownName(name, secrets) === name).slice(0, maxListed)
  const more = entries.length - named.length
  return Object.fromEntries([
    ...named.map(([name, value]) => [name, shownValue(name, value, secrets)] as const),
    ...(more === 0 ? [] : [[elided, `${more} more`] as const]),
  ])
}

function shownValue(name: string, value: unknown, secrets: KnownSecrets): unknown {
  if (value === null || typeof value === 'boolean') return value
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,12}$/u.test(value))
  if (name === 'expires_in' && isNumber) return value
  if (typeof value === 'string' && (shownMembers.includes(name) || isReasonMember(name)))
    return shownText(value, codes.includes(name) ? maxCode : maxText, secrets)
  return sizeOf(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Cuts after the masking, so that no secret is cut in half. */
function shownText(value: string, limit: number, secrets: KnownSecrets): string {
  const masked = secrets.mask(value)
  return masked.length > limit ? `${masked.slice(0, limit)}…` : masked
}

/** A service may also put what it received into names. */
function shownName(name: string, secrets: KnownSecrets): string {
  const isName = /^[A-Za-z][A-Za-z_-]{0,39}$/u.test(name) || shownHeaders.test(name)
  return isName && secrets.mask(name) === name ? name : elided
}

function sizeOf(text: string): string {
  return `${elided} (${text.length} ${text.length === 1 ? 'character' : 'characters'})`
}
