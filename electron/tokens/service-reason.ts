import type { ParsedBody } from './response-json.ts'
import { looksLikeToken } from './secret-names.ts'

/** Why a service refuses a request: a code and a description, each empty if there is none. May contain secrets. */
export interface ServiceReason {
  readonly error: string
  readonly description: string
}

const none: ServiceReason = { error: '', description: '' }

// Members of error bodies, in lower case and without `_`: OAuth (RFC 6749 §5.2), problem details (RFC 9457), Google,
// Azure, AWS, Okta, Apigee, Spring. The first one with text counts.
const codes = ['error', 'errorcode', 'code']
const descriptions = [
  ...['errordescription', 'detail', 'message', 'errorsummary', 'faultstring', 'errormessage', 'description', 'msg'],
  ...['reason', 'title'],
]
/** Those that may have a reason of their own. */
const containers = ['error', 'errors', 'errorcauses', 'fault', 'detail']

/** Maximum number of errors in a list that are read. */
const maxErrors = 5

/**
 * Finds the reason in the body of a refusal, JSON such as `{"error":"invalid_client"}`, a form such as `error=invalid_client` or plain
 * text, and in its `WWW-Authenticate` (RFC 6750 §3).
 * @param challenge the value of that header
 */
export function serviceReason(body: ParsedBody, challenge = ''): ServiceReason {
  return joined([
    reasonOfBody(body),
    { error: attribute(challenge, 'error'), description: attribute(challenge, 'error_description') },
  ])
}

/**
 * Returns the reason as the end of an error message, e.g. `It says: Unknown client.` with a space before it; empty if
 * there is none.
 */
export function quoteReason(reason: string): string {
  const words = reason.trim()
  return words === '' ? '' : ` It says: ${closed(words)}`
}

/** Returns the reason as a sentence, for example `The service says: Unknown client.`; an empty list without a reason. */
export function reasonSentences(reason: unknown): readonly string[] {
  const words = typeof reason === 'string' ? reason.trim() : ''
  return words === '' ? [] : [`The service says: ${closed(words)}`]
}

/** Adds a full stop if there is none. It puts no quotation marks around the text, which may have some. */
function closed(words: string): string {
  return /[.!?”…]$/u.test(words) ? words : `${words}.`
}

/** Returns whether a member of this name is read as a code or description of an error. */
export function isReasonMember(name: string): boolean {
  return [...codes, ...descriptions].includes(plainName(name))
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

function reasonOfBody({ kind, text, value }: ParsedBody): ServiceReason {
  if (kind === 'json' || kind === 'form') return reasonOfJson(value)
  // Damaged JSON is no text for people.
  return kind === 'text' ? reasonOfJson(text) : none
}

function reasonOfJson(value: unknown): ServiceReason {
  // A single word may be a token.
  if (typeof value === 'string') return looksLikeToken(value.trim()) ? none : { error: '', description: value.trim() }
  if (Array.isArray(value)) return joined(value.slice(0, maxErrors).map(reasonOfJson))
  if (typeof value !== 'object' || value === null) return none
  const members = new Map(Object.entries(value).map(([name, each]) => [plainName(name), each]))
  const first = (names: readonly string[]): string =>
    names.map((name) => textOf(members.get(name))).find((text) => text !== '') ?? ''
  return joined([
    { error: first(codes), description: first(descriptions) },
    ...containers.flatMap((name) => {
      const inner: unknown = members.get(name)
      return typeof inner === 'object' ? [reasonOfJson(inner)] : []
    }),
  ])
}

/** A number only repeats the status. */
function textOf(value: unknown): string {
  return typeof value === 'string' && !/^\s*\d+\s*$/u.test(value) ? value.trim() : ''
}

function joined(reasons: readonly ServiceReason[]): ServiceReason {
  const texts = reasons.map(({ description }) => description).filter((text) => text !== '')
  return { error: reasons.find(({ error }) => error !== '')?.error ?? '', description: [...new Set(texts)].join('; ') }
}

/** Returns an attribute of a challenge (RFC 9110 §11.2); empty if there is none. */
function attribute(challenge: string, name: string): string {
  const { quoted, plain = '' } =
    new RegExp(String.raw`(?<![\w-])${name}\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^\s,;"]+))`, 'iu').exec(
      challenge,
    )?.groups ?? {}
  return (quoted?.replaceAll(/\\(.)/gu, '$1') ?? plain).trim()
}
