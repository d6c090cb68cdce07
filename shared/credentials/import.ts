import { z } from 'zod'
import { profileIdSchema } from '../profiles/profile.ts'
import { credentialIdSchema } from './credential-id.ts'

const ofCredential = { profileId: profileIdSchema, credentialId: credentialIdSchema } as const

/** What a part is: the certificate's subject in one line, or the kind of key. */
const subject = z.string()
/** Identifies the part: a certificate's SHA-256, or the SHA-256 over a key's SubjectPublicKeyInfo; upper-case hex. */
const fingerprint = z.string()
/** The file by its index in the import, and its name; empty for pasted text. */
const source = { content: z.int().min(0), name: z.string() } as const

/** The result for one part of an import: a certificate, a private key, or a file with neither. */
export const importedPartSchema = z.discriminatedUnion('kind', [
  /** A certificate that was matched to a credential's key. */
  z.strictObject({
    kind: z.literal('imported'),
    ...ofCredential,
    subject,
    fingerprint,
    /** Set if the certificate was imported but needs attention: expired, not yet valid, another one exists. */
    warning: z.string().optional(),
  }),
  /** A private key that became a credential, with its certificate if known. */
  z.strictObject({
    kind: z.literal('created'),
    ...ofCredential,
    subject,
    fingerprint,
    hasCertificate: z.boolean(),
    warning: z.string().optional(),
  }),
  /** A private key that was missing from the keychain and is restored. */
  z.strictObject({ kind: z.literal('key-restored'), ...ofCredential, subject, fingerprint }),
  z.strictObject({
    kind: z.literal('already-there'),
    part: z.enum(['certificate', 'key']),
    ...ofCredential,
    subject,
    fingerprint,
  }),
  /** A CA certificate that completes the chains of existing certificates. */
  z.strictObject({ kind: z.literal('chain-extended'), subject, fingerprint, credentials: z.int().min(1) }),
  /** A CA certificate that was saved, to complete the chains of certificates that are imported later. */
  z.strictObject({ kind: z.literal('issuer-saved'), subject, fingerprint }),
  /** A certificate that matches no credential's key. */
  z.strictObject({ kind: z.literal('without-key'), subject, fingerprint, reason: z.string() }),
  /** A key or certificate that is not what the profile's replacement waits for; the person may import it anyway. */
  z.strictObject({ kind: z.literal('not-of-replacement'), subject, fingerprint, reason: z.string() }),
  /** A private key for which the person has to choose a profile. */
  z.strictObject({ kind: z.literal('needs-profile'), subject, fingerprint, reason: z.string() }),
  /** A file, or a part of one, that is locked with a passphrase; `failed`: the given one was wrong. */
  z.strictObject({
    kind: z.literal('needs-passphrase'),
    ...source,
    what: z.string(),
    attempt: z.enum(['none', 'failed']),
  }),
  z.strictObject({ kind: z.literal('refused'), ...source, reason: z.string() }),
])
export type ImportedPart = z.infer<typeof importedPartSchema>

const newKinds: ReadonlySet<ImportedPart['kind']> = new Set<ImportedPart['kind']>([
  'imported',
  'created',
  'key-restored',
  'chain-extended',
  'issuer-saved',
])

/** Returns whether this part was added or changed. */
export function isNew({ kind }: ImportedPart): boolean {
  return newKinds.has(kind)
}

/**
 * Merges the results of an import that was repeated with a passphrase or a profile: parts that were new the first time
 * stay new, though they were “already there” the second time.
 */
export function mergeImports(before: readonly ImportedPart[], after: readonly ImportedPart[]): ImportedPart[] {
  const earlier = before.filter(isNew)
  const keyOf = (part: ImportedPart): string => ('fingerprint' in part ? part.fingerprint : '')
  const known = new Set(after.filter(isNew).map(keyOf))
  const kept = earlier.filter((part) => !known.has(keyOf(part)))
  const seen = new Set(kept.map(keyOf))
  // A key and its certificate that were imported as one are two parts the second time.
  const credentials = new Set(kept.flatMap((part) => ('credentialId' in part ? [part.credentialId] : [])))
  const isKnown = (part: ImportedPart): boolean =>
    seen.has(keyOf(part)) || (part.kind === 'already-there' && credentials.has(part.credentialId))
  return [...kept, ...after.filter((part) => isNew(part) || !isKnown(part))]
}
