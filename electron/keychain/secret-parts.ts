import { createHash } from 'node:crypto'

/**
 * Splits a secret over keychain entries. Windows takes 2,560 bytes per entry (`CRED_MAX_CREDENTIAL_BLOB_SIZE`), less
 * than an RSA-4096 key; gnome-keyring has lost whole collections over newlines in a secret. So a secret is written as
 * base64url in numbered parts. The manifest, under the account itself, is written last, with count and SHA-256.
 *
 * The parts are in one of two slots. A new secret goes to the slot that the manifest does not name, so the old one
 * stays intact until the new manifest is written.
 */
export const slots = ['a', 'b'] as const
export type Slot = (typeof slots)[number]

/** Characters in a part; each takes one byte in the keychain. */
export const partLength = 2048

/** More parts than any secret needs (about 1.5 MiB); a manifest with more is damaged. */
const maxParts = 1000

/** Content of the entry under the account itself. */
export interface Manifest {
  readonly slot: Slot
  readonly count: number
  /** SHA-256 of the secret's bytes, base64url. */
  readonly sha256: string
}

export interface SecretEntry {
  readonly manifest: Manifest
  /** base64url, at most {@link partLength} characters each. */
  readonly parts: readonly string[]
}

function digest(secret: Uint8Array): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Splits a secret into a manifest and parts for a slot. */
export function splitSecret(secret: Uint8Array, slot: Slot): SecretEntry {
  const encoded = Buffer.from(secret).toString('base64url')
  const parts: string[] = []
  for (let start = 0; start < encoded.length; start += partLength) parts.push(encoded.slice(start, start + partLength))
  if (parts.length > maxParts) throw new RangeError(`A secret of ${secret.length} bytes is too long for the keychain.`)
  return { manifest: { slot, count: parts.length, sha256: digest(secret) }, parts }
}

/** Joins the parts; undefined if they do not match the manifest. */
export function joinSecret({ manifest, parts }: SecretEntry): Buffer | undefined {
  if (parts.length !== manifest.count) return undefined
  const encoded = parts.join('')
  if (!/^[\w-]*$/u.test(encoded)) return undefined
  const secret = Buffer.from(encoded, 'base64url')
  return digest(secret) === manifest.sha256 ? secret : undefined
}

/** Formats a manifest: `clavis1.<slot>.<count>.<sha256>`. */
export function formatManifest({ slot, count, sha256 }: Manifest): string {
  return `clavis1.${slot}.${count}.${sha256}`
}

/** Parses a manifest; undefined if the text is not one. */
export function parseManifest(text: string): Manifest | undefined {
  const match = /^clavis1\.(?<slot>[ab])\.(?<count>0|[1-9]\d{0,3})\.(?<sha256>[\w-]{43})$/u.exec(text)?.groups
  if (match === undefined) return undefined
  const { slot, count, sha256 } = match
  if ((slot !== 'a' && slot !== 'b') || sha256 === undefined || Number(count) > maxParts) return undefined
  return { slot, count: Number(count), sha256 }
}

/** Returns the account of a part. @param number from 1 */
export function partAccount(account: string, slot: Slot, number: number): string {
  return `${account}/${slot}${number}`
}

/** Returns the account of an entry's secret, and whether the entry is the manifest or a part. */
export function secretOfEntry(entryAccount: string): { readonly account: string; readonly isManifest: boolean } {
  const [, account] = /^(.+)\/[ab]\d+$/su.exec(entryAccount) ?? []
  return account === undefined ? { account: entryAccount, isManifest: true } : { account, isManifest: false }
}

export function otherSlot(slot: Slot): Slot {
  return slot === 'a' ? 'b' : 'a'
}
