import { z } from 'zod'
import { credentialIdSchema } from './credential-id.ts'
import { profileIdSchema } from '../profile/profile.ts'

const ofCredential = { profileId: profileIdSchema, credentialId: credentialIdSchema } as const

/** What a part is: the certificate's subject in one line, or the kind of key. */
const subject = z.string()
/** Knows the part again: a certificate's SHA-256, or SHA-256 over a key's SubjectPublicKeyInfo; upper-case hex. */
const fingerprint = z.string()
/** Which of the files it was, by its place in the import, and the file's name; empty for pasted text. */
const source = { content: z.int().min(0), name: z.string() } as const

/** What became of one part of an import: a certificate, a private key, or a file that holds neither. */
export const importedPartSchema = z.discriminatedUnion('kind', [
  /** A certificate that found its key in a credential. */
  z.strictObject({
    kind: z.literal('imported'),
    ...ofCredential,
    subject,
    fingerprint,
    /** Set where the certificate was taken but needs the person's eye: expired, not yet valid, another already there. */
    warning: z.string().optional(),
  }),
  /** A private key that became a credential of its own, with its certificate where that is known. */
  z.strictObject({
    kind: z.literal('created'),
    ...ofCredential,
    subject,
    fingerprint,
    hasCertificate: z.boolean(),
    warning: z.string().optional(),
  }),
  /** A private key that the keychain had lost: it is back. */
  z.strictObject({ kind: z.literal('key-restored'), ...ofCredential, subject, fingerprint }),
  z.strictObject({
    kind: z.literal('already-there'),
    part: z.enum(['certificate', 'key']),
    ...ofCredential,
    subject,
    fingerprint,
  }),
  /** A certificate authority's certificate that completes chains of certificates that were there before. */
  z.strictObject({ kind: z.literal('chain-extended'), subject, fingerprint, credentials: z.int().min(1) }),
  /** A certificate whose key is in no credential. */
  z.strictObject({ kind: z.literal('without-key'), subject, fingerprint, reason: z.string() }),
  /** A private key that waits for the person to choose a profile. */
  z.strictObject({ kind: z.literal('needs-profile'), subject, fingerprint, reason: z.string() }),
  /** A file, or a part of one, that a passphrase locks; `failed`: one was given, and it does not open it. */
  z.strictObject({
    kind: z.literal('needs-passphrase'),
    ...source,
    what: z.string(),
    attempt: z.enum(['none', 'failed']),
  }),
  z.strictObject({ kind: z.literal('refused'), ...source, reason: z.string() }),
])
export type ImportedPart = z.infer<typeof importedPartSchema>

/** The kinds that tell that something of the person's came in now. */
const newKinds: ReadonlySet<ImportedPart['kind']> = new Set(['imported', 'created', 'key-restored', 'chain-extended'])

/** Whether something came in, or changed, by this part. */
export function isNew({ kind }: ImportedPart): boolean {
  return newKinds.has(kind)
}

/**
 * The results of an import that was done again with a passphrase or a profile: what came in the first time is still
 * told as new, though it was “already there” the second time.
 */
export function mergeImports(before: readonly ImportedPart[], after: readonly ImportedPart[]): ImportedPart[] {
  const earlier = before.filter(isNew)
  const keyOf = (part: ImportedPart): string => ('fingerprint' in part ? part.fingerprint : '')
  const known = new Set(after.filter(isNew).map(keyOf))
  const kept = earlier.filter((part) => !known.has(keyOf(part)))
  const told = new Set(kept.map(keyOf))
  // A key and its certificate that came as one are two that are “already there”.
  const credentials = new Set(kept.flatMap((part) => ('credentialId' in part ? [part.credentialId] : [])))
  const isTold = (part: ImportedPart): boolean =>
    told.has(keyOf(part)) || (part.kind === 'already-there' && credentials.has(part.credentialId))
  return [...kept, ...after.filter((part) => isNew(part) || !isTold(part))]
}
