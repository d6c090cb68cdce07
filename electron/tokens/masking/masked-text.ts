import type { KnownSecrets } from './known-secrets.ts'
import { maskMarkup } from './masked-markup.ts'
import { isSensitiveName, looksLikeToken, elided, isDescriptiveName } from './sensitive-names.ts'

/** A form's parameter, or an attribute of a header. */
const parameter = /(?<![^\s&=?;,"'<>{}()])(?<name>[^\s&=?;,"'<>{}()]+)=(?<value>"[^"]*"?|'[^']*'?|[^&\s"'<>;,]+)/gu

/** A member of JSON within other text, also escaped. */
const member =
  /(?<name>"(?<key>[^"\\]*)\\{0,8}"\s*:\s*)(?<value>\\{0,8}"(?:[^"\\]|\\[^"])*(?:\\{0,8}"|$)|[^\s,}"\\]+)/gu

/** A line such as `token: …` or `'token' => '…'`, and the credentials of a header. */
const labelled =
  /(?<label>(?<![\w-])(?<name>[\w-]+)['"]?\s*(?::|=>)\s*['"]?|\b(?:Bearer|Basic|DPoP)\s+)(?<value>[^\s,;"'<>{}]+)/giu

/** Gets the values that a name masks. */
type Learn = (value: string) => unknown

/** Texts within texts are read this deep: JSON in a string of JSON. */
const maxDepth = 4

/** Returns the secrets with the tokens of a response, which may be in another place of it too, in another encoding. */
export function learnedSecrets(body: string, secrets: KnownSecrets): KnownSecrets {
  const learned: string[] = []
  maskedPart(body, secrets, (value) => looksLikeToken(value) && learned.push(value), 0)
  return secrets.with(learned)
}

/**
 * Masks tokens and secrets in the body of a response: by value, by form, and by the name of their member, parameter or
 * element. What only describes a token, such as `expires_in`, stays.
 */
export function maskBody(body: string, secrets: KnownSecrets): string {
  const alone = body.replace(/^\uFEFF/u, '').trim()
  const isQuoted = /^"(?:\\.|[^"\\])*"$/su.test(alone)
  if (!looksLikeToken(isQuoted ? alone.slice(1, -1) : alone)) return maskText(body, secrets)
  return isQuoted ? `"${elided}"` : elided
}

/** Masks a part of a response, such as a message: unlike a body it is not a token alone. */
export function maskText(text: string, secrets: KnownSecrets): string {
  return maskedPart(text, secrets, () => undefined, 0)
}

/** Masks a header's value. */
export function maskHeader(name: string, value: string, secrets: KnownSecrets): string {
  return isSensitiveName(name) ? elided : maskText(value, secrets)
}

function maskedPart(text: string, secrets: KnownSecrets, learn: Learn, depth: number): string {
  const inner = (part: string): string =>
    depth < maxDepth ? maskedPart(part, secrets, learn, depth + 1) : secrets.mask(part)
  if (/^\uFEFF?\s*[{["]/u.test(text)) return secrets.mask(maskJson(text, inner, learn))
  if (/^\uFEFF?\s*</u.test(text)) return secrets.mask(maskMarkup(text, inner, learn))
  return secrets.mask(maskedProse(text, learn))
}

/** Masks what prose, a form or a log line names. */
function maskedProse(text: string, learn: Learn): string {
  const masked = (value: string): string => {
    learn(value.replaceAll(/^[\\"']+|[\\"']+$/gu, ''))
    return elided
  }
  return text
    .replaceAll(member, (whole, name: string, key: string, value: string) =>
      isSensitiveName(key) ? `${name}${masked(value)}` : whole,
    )
    .replaceAll(parameter, (whole, name: string, value: string) =>
      isSensitiveName(decoded(name)) ? `${name}=${masked(value)}` : whole,
    )
    .replaceAll(labelled, (whole, label: string, name: string | undefined, value: string) =>
      (name === undefined || isSensitiveName(name)) && looksLikeToken(value) ? `${label}${masked(value)}` : whole,
    )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A string, a sign, a number or word, or white space; the last string may break off. */
const lexemes = /"(?:\\.|[^"\\])*(?:"|\\?$)|[{}[\]:,]|[^\s{}[\]:,"]+|\s+/gsu

interface Container {
  /** The name of the member that is being read; undefined in an array. */
  member: string | undefined
  /** Whether it belongs to a token. */
  readonly isSensitive: boolean
}

/**
 * Masks the values of sensitive members at any depth, and what `maskText` finds in others. Keeps the layout, and takes
 * text that breaks off or is not quite JSON.
 * @param learn gets the masked values
 */
function maskJson(text: string, maskText: (text: string) => string, learn: (value: string) => unknown): string {
  const containers: Container[] = []
  const isSensitive = (): boolean => {
    const { member, isSensitive: isWithin } = containers.at(-1) ?? { member: undefined, isSensitive: false }
    if (member === undefined) return isWithin
    return isSensitiveName(member) || (isWithin && !isDescriptiveName(member))
  }
  return text.replaceAll(lexemes, (lexeme, offset: number) => {
    if (/^[\s:,]/u.test(lexeme)) return lexeme
    if (lexeme === '{' || lexeme === '[') {
      containers.push({ member: undefined, isSensitive: isSensitive() })
      return lexeme
    }
    if (lexeme === '}' || lexeme === ']') {
      containers.pop()
      return lexeme
    }
    const container = containers.at(-1)
    const value = lexeme.startsWith('"') ? stringOf(lexeme) : lexeme
    if (container !== undefined && isName(text, offset + lexeme.length)) {
      // JavaScript and Python write names without quotes, or with single ones.
      container.member = value.replaceAll(/^'|'$/gu, '')
      return lexeme.startsWith('"') ? replaced(lexeme, value, maskText(value)) : lexeme
    }
    if (!isSensitive() || /^(?:true|false|null)$/u.test(lexeme))
      return lexeme.startsWith('"') ? replaced(lexeme, value, maskText(value)) : lexeme
    if (value === '') return lexeme
    learn(value)
    return `"${elided}"`
  })
}

/** Returns whether the string that ends at an offset is a member's name. */
function isName(text: string, end: number): boolean {
  const colon = /\s*:/uy
  colon.lastIndex = end
  return colon.test(text)
}

function replaced(lexeme: string, before: string, after: string): string {
  if (before === after) return lexeme
  // A string that breaks off stays so.
  return /[^\\]"$/u.test(lexeme) ? JSON.stringify(after) : JSON.stringify(after).slice(0, -1)
}

/** Returns a string's text; if it breaks off or is invalid, as far as it can be read. */
function stringOf(lexeme: string): string {
  for (const text of [lexeme, `${lexeme}"`])
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'string') return value
    } catch {
      // Try the next form.
    }
  return lexeme.replaceAll(/^"|"$/gu, '')
}
