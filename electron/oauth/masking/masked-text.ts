import { elided } from './elided.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { maskJson } from './masked-json.ts'
import { maskMarkup } from './masked-markup.ts'
import { isSensitiveName, looksLikeToken } from './sensitive-names.ts'

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
