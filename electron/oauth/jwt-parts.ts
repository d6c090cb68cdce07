import { isNestedTooDeep } from './json-depth.ts'

/** How long a part may be to be shown, characters: real ones have a thousand or two. */
const maxPartLength = 32 * 1024

/** Header and payload of a JWT as their exact JSON texts, for display. Nothing is verified. */
export interface JwtParts {
  readonly header: string
  readonly payload: string
}

/** Takes a compact JWT apart (RFC 7515 §7.1); `undefined` where the text is none, or too large or deep to be shown. */
export function readJwtParts(token: string): JwtParts | undefined {
  const parts = token.split('.')
  const [header, payload] = parts.map(decodeObject)
  return parts.length === 3 && header !== undefined && payload !== undefined ? { header, payload } : undefined
}

function decodeObject(part: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/u.test(part)) return undefined
  if (part.length > maxPartLength) return undefined
  const text = Buffer.from(part, 'base64url').toString('utf8')
  if (isNestedTooDeep(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : undefined
  } catch {
    return undefined
  }
}
