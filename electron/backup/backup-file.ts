import { createHash, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import * as base64url from 'jose/base64url'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { z } from 'zod'
import { normalPassphrase } from '#shared/backup/passphrase.ts'
import { ClavisError } from '#shared/errors.ts'
import { instantSchema } from '#shared/profiles/profile.ts'
import { parsedJson } from '#shared/values/json.ts'
import { hasAtMostValues } from '../files/read-chosen-file.ts'
import type { Secret } from '../keychain/secret.ts'

/** Format version that this Clavis writes. */
export const backupVersion = 1

/** PBKDF2 rounds that Clavis writes. No version wrote fewer, so fewer are refused. */
export const rounds = 600_000
/** More rounds would take minutes. */
const maxRounds = 5_000_000

/** Maximum size of a backup, bytes; a credential takes a few kilobytes. */
export const maxBackupBytes = 64 * 1024 * 1024

/** The envelope has four members; a later version may have more. */
const maxEnvelopeValues = 100

const versionSchema = z.looseObject({ clavisBackup: z.int().min(1) })
const envelopeSchema = z.strictObject({
  clavisBackup: z.literal(backupVersion),
  createdAt: instantSchema,
  /** Compact serialization (RFC 7516 §7.1). */
  jwe: z.string(),
  /** SHA-256 of the JWE's text, hex: distinguishes a damaged file from a wrong passphrase. */
  sha256: z.string(),
})
/** `p2s` and `p2c` as in RFC 7518 §4.8.1; the derived key encrypts directly. */
const headerSchema = z.strictObject({
  alg: z.literal('dir'),
  enc: z.literal('A256GCM'),
  p2s: z.base64url().min(22).max(200),
  p2c: z.int(),
})

/**
 * A backup file whose envelope was read. Its content is still encrypted. The date of the envelope is not taken: nothing
 * protects it against changes.
 */
export interface SealedBackup {
  readonly jwe: string
  readonly salt: Uint8Array
  readonly rounds: number
}

/**
 * Encrypts a backup as JWE (RFC 7516) with A256GCM. PBKDF2-HMAC-SHA512 (RFC 8018) derives the key from the passphrase.
 * @param content the caller wipes it
 * @param count PBKDF2 rounds
 * @returns the file's text
 */
export async function sealBackup(
  content: Uint8Array,
  passphrase: Secret,
  createdAt: string,
  count: number = rounds,
): Promise<string> {
  const salt = randomBytes(32)
  const { CompactEncrypt } = await import('jose')
  const key = await derivedKey(passphrase, salt, count)
  try {
    const header = { alg: 'dir', enc: 'A256GCM', p2s: base64url.encode(salt), p2c: count }
    const jwe = await new CompactEncrypt(content).setProtectedHeader(header).encrypt(key)
    return `${JSON.stringify({ clavisBackup: backupVersion, createdAt, jwe, sha256: digest(jwe) }, undefined, 2)}\n`
  } finally {
    key.fill(0)
  }
}

/**
 * Reads the envelope of a backup file.
 * @param fewest PBKDF2 rounds; a file with fewer is refused
 * @throws `backup-file-invalid` if it is not a backup, `backup-file-damaged` if it was truncated or changed, `backup-too-new`
 */
export function readBackupFile(file: Uint8Array, fewest: number = rounds): SealedBackup {
  if (file.length > maxBackupBytes) throw notABackup()
  const { jwe, sha256 } = readEnvelope(Buffer.from(file).toString('utf8'))
  if (digest(jwe) !== sha256) throw damaged()
  const { p2s, p2c } = readHeader(jwe)
  if (p2c < fewest || p2c > maxRounds)
    throw new ClavisError(
      'backup-file-invalid',
      'This backup uses a number of PBKDF2 rounds that Clavis never writes.',
      {
        hint: 'It was created or changed by another program. Try another copy.',
      },
    )
  return { jwe, salt: base64url.decode(p2s), rounds: p2c }
}

/**
 * Decrypts a backup.
 * @returns the content, which the caller wipes
 * @throws `backup-passphrase-wrong`
 */
export async function unsealBackup({ jwe, salt, rounds: count }: SealedBackup, passphrase: Secret): Promise<Buffer> {
  const { compactDecrypt } = await import('jose')
  const key = await derivedKey(passphrase, salt, count)
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength)
  } catch (error) {
    throw new ClavisError('backup-passphrase-wrong', 'Wrong passphrase.', {
      hint: 'Check capitals and spaces. If you’re sure it’s right, the file may have been tampered with. Try another copy.',
      cause: error,
    })
  } finally {
    key.fill(0)
  }
}

function readEnvelope(text: string): z.infer<typeof envelopeSchema> {
  const content = hasAtMostValues(text, maxEnvelopeValues) ? parsedJson(text) : undefined
  const version = versionSchema.safeParse(content)
  // Only a file that starts like a backup counts as a damaged one.
  if (!version.success) throw /^\s*\{\s*"clavisBackup"/u.test(text) ? damaged() : notABackup()
  if (version.data.clavisBackup > backupVersion) throw tooNew()
  const envelope = envelopeSchema.safeParse(content)
  if (!envelope.success) throw damaged(envelope.error)
  return envelope.data
}

function readHeader(jwe: string): z.infer<typeof headerSchema> {
  try {
    return headerSchema.parse(decodeProtectedHeader(jwe))
  } catch (error) {
    throw damaged(error)
  }
}

async function derivedKey(passphrase: Secret, salt: Uint8Array, count: number): Promise<Uint8Array> {
  const bytes = Buffer.from(normalPassphrase(passphrase.text()), 'utf8')
  try {
    const key = await promisify(pbkdf2)(bytes, salt, count, 32, 'sha512')
    return new Uint8Array(key.buffer, key.byteOffset, key.byteLength)
  } finally {
    bytes.fill(0)
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function notABackup(): ClavisError {
  return new ClavisError('backup-file-invalid', 'This is not a Clavis backup.', {
    hint: 'Choose a .clavis-backup file. To add profiles from a profile file, import it instead.',
  })
}

export function damaged(cause?: unknown): ClavisError {
  return new ClavisError('backup-file-damaged', 'This backup is damaged: it was truncated or changed.', {
    hint: 'Copy it again from its original location, or use another copy. Nothing was restored.',
    cause,
  })
}

export function tooNew(): ClavisError {
  return new ClavisError('backup-too-new', 'This backup was created by a newer version of Clavis.', {
    hint: 'Update Clavis on this computer and try again. Nothing was restored.',
  })
}
