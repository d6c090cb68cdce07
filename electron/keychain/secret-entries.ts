import { createHash } from 'node:crypto'

/** Characters in a part; each takes one byte in the keychain. */
export const partLength = 2048

/** More parts than any secret needs (about 1.5 MiB); a manifest with more is damaged. */
const maxParts = 1000

/**
 * Where the parts of a secret are that is longer than one entry may be, which Windows limits. Earlier versions split every
 * secret, and changed between two slots.
 */
export interface Manifest {
  readonly slot: 'a' | 'b'
  readonly count: number
  /** SHA-256 of the secret's bytes, base64url. */
  readonly sha256: string
}

/** What the entry under a secret's account contains: all of it, or where its parts are. */
export type SecretEntry = { readonly whole: string; readonly sha256: string } | Manifest

/**
 * Formats a secret for the keychain, as base64url: gnome-keyring has lost whole collections over newlines in a secret.
 * @param maxLength of an entry, in characters; undefined if there is no limit
 * @returns the text for the secret's account, such as `clavis2.<sha256>.<secret>`, or a manifest
 * `clavis1.a.<count>.<sha256>` and the texts of its parts, which are written first
 */
export function formatSecret(
  secret: Uint8Array,
  maxLength: number | undefined,
): { readonly text: string; readonly parts: readonly string[] } {
  const encoded = Buffer.from(secret).toString('base64url')
  const sha256 = digest(secret)
  const whole = `clavis2.${sha256}.${encoded}`
  if (maxLength === undefined || whole.length <= maxLength) return { text: whole, parts: [] }
  const count = Math.ceil(encoded.length / partLength)
  if (count > maxParts) throw new RangeError(`A secret of ${secret.length} bytes is too long for the keychain.`)
  const parts = Array.from({ length: count }, (_, index) => encoded.slice(index * partLength, (index + 1) * partLength))
  return { text: `clavis1.a.${count}.${sha256}`, parts }
}

/** Parses the text under a secret's account; undefined if Clavis has not written it. */
export function parseSecretEntry(text: string): SecretEntry | undefined {
  const whole = /^clavis2\.(?<sha256>[\w-]{43})\.(?<encoded>[\w-]*)$/u.exec(text)?.groups
  if (whole?.['sha256'] !== undefined) return { whole: whole['encoded'] ?? '', sha256: whole['sha256'] }
  const match = /^clavis1\.(?<slot>[ab])\.(?<count>0|[1-9]\d{0,3})\.(?<sha256>[\w-]{43})$/u.exec(text)?.groups
  if (match === undefined) return undefined
  const { slot, count, sha256 } = match
  if ((slot !== 'a' && slot !== 'b') || sha256 === undefined || Number(count) > maxParts) return undefined
  return { slot, count: Number(count), sha256 }
}

/** Decodes a secret; undefined if it does not match its checksum. */
export function decodeSecret(encoded: string, sha256: string): Buffer | undefined {
  if (!/^[\w-]*$/u.test(encoded)) return undefined
  const secret = Buffer.from(encoded, 'base64url')
  return digest(secret) === sha256 ? secret : undefined
}

/** Returns the account of a part. @param number from 1 */
export function partAccount(account: string, slot: Manifest['slot'], number: number): string {
  return `${account}/${slot}${number}`
}

/** Returns the account of the secret that an entry belongs to, which may be a part: `key/1/a2` to `key/1`. */
export function secretAccountOf(entryAccount: string): string {
  return /^(.+)\/[ab]\d+$/su.exec(entryAccount)?.[1] ?? entryAccount
}

function digest(secret: Uint8Array): string {
  return createHash('sha256').update(secret).digest('base64url')
}
