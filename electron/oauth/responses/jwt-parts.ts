import { isNestedTooDeep } from './json-depth.ts'
import { jsonObject } from '../../../shared/model/values/json.ts'

/** Maximum length of a part, characters: real ones have a thousand or two. */
const maxPartLength = 32 * 1024

/** Header and payload of a JWT as their exact JSON texts, for display. Nothing is verified. */
export interface JwtParts {
  readonly header: string
  readonly payload: string
}

/** Splits a compact JWT (RFC 7515 §7.1); `undefined` if it is invalid, or too large or deep to display. */
export function readJwtParts(token: string): JwtParts | undefined {
  const parts = token.split('.')
  const [header, payload] = parts.map(decodeObject)
  return parts.length === 3 && header !== undefined && payload !== undefined ? { header, payload } : undefined
}

function decodeObject(part: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/u.test(part)) return undefined
  if (part.length > maxPartLength) return undefined
  const text = Buffer.from(part, 'base64url').toString('utf8')
  return isNestedTooDeep(text) || jsonObject(text) === undefined ? undefined : text
}
