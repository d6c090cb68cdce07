import { createHash, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { base64url, CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { normalPassphrase } from '../../shared/model/backup/passphrase.ts'
import { instantSchema } from '../../shared/model/profile/profile.ts'
import { hasAtMostValues } from '../files/json-size.ts'
import type { Secret } from '../keychain/secret.ts'

/** The version of the file's form that this Clavis writes. */
export const backupVersion = 1

/** PBKDF2 rounds that Clavis writes; no version wrote fewer, so fewer are refused. */
export const rounds = 600_000
/** A file that asks for more would keep the computer busy for minutes. */
const mostRounds = 5_000_000

/** Bytes. A backup has some kilobytes for each credential. */
export const maxBackupBytes = 64 * 1024 * 1024

/** Four members; a later version may have more. */
const maxEnvelopeValues = 100

const versionSchema = z.looseObject({ clavisBackup: z.int().min(1) })
const envelopeSchema = z.strictObject({
  clavisBackup: z.literal(backupVersion),
  createdAt: instantSchema,
  /** Compact serialisation (RFC 7516 §7.1). */
  jwe: z.string(),
  /** SHA-256 over the JWE's text, hex: tells a file that got damaged from a passphrase that is wrong. */
  sha256: z.string(),
})
/** The names of `p2s` and `p2c` are those of RFC 7518 §4.8.1; the derived key encrypts directly. */
const headerSchema = z.strictObject({
  alg: z.literal('dir'),
  enc: z.literal('A256GCM'),
  p2s: z.base64url().min(22).max(200),
  p2c: z.int(),
})

/** A backup's file whose outside was read. Its inside is closed still. */
export interface SealedBackup {
  /** As the file says it; only the inside is protected against changes. */
  readonly createdAt: string
  readonly jwe: string
  readonly salt: Uint8Array
  readonly rounds: number
}

/**
 * Encrypts a backup's content under a passphrase: JWE (RFC 7516) with A256GCM under a key that PBKDF2-HMAC-SHA512
 * (RFC 8018) makes of the passphrase.
 * @param content stays the caller's to wipe
 * @returns the file's text
 */
export async function sealBackup(content: Uint8Array, passphrase: Secret, createdAt: string): Promise<string> {
  const salt = randomBytes(32)
  const key = await derivedKey(passphrase, salt, rounds)
  try {
    const header = { alg: 'dir', enc: 'A256GCM', p2s: base64url.encode(salt), p2c: rounds }
    const jwe = await new CompactEncrypt(content).setProtectedHeader(header).encrypt(key)
    return `${JSON.stringify({ clavisBackup: backupVersion, createdAt, jwe, sha256: digest(jwe) }, undefined, 2)}\n`
  } finally {
    key.fill(0)
  }
}

/**
 * Reads the outside of a backup's file.
 * @throws `backup-file-invalid` where it is none, `backup-file-damaged` where it was cut or changed,
 * `backup-too-new`
 */
export function readBackupFile(file: Uint8Array): SealedBackup {
  if (file.length > maxBackupBytes) throw notABackup()
  const { createdAt, jwe, sha256 } = readEnvelope(Buffer.from(file).toString('utf8'))
  if (digest(jwe) !== sha256) throw damaged()
  const { p2s, p2c } = readHeader(jwe)
  if (p2c < rounds || p2c > mostRounds)
    throw new ClavisError(
      'backup-file-invalid',
      `This file asks for ${p2c} rounds of PBKDF2, which Clavis never writes.`,
      {
        hint: 'It was made or changed by something else. Use another copy of the backup.',
        details: { rounds: p2c, fewest: rounds, most: mostRounds },
      },
    )
  return { createdAt, jwe, salt: base64url.decode(p2s), rounds: p2c }
}

/**
 * Decrypts a backup.
 * @returns the content, the caller's to wipe
 * @throws `backup-passphrase-wrong`
 */
export async function unsealBackup({ jwe, salt, rounds: count }: SealedBackup, passphrase: Secret): Promise<Buffer> {
  const key = await derivedKey(passphrase, salt, count)
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength)
  } catch (error) {
    throw new ClavisError('backup-passphrase-wrong', 'This passphrase does not open the backup.', {
      hint: 'Check capitals and spaces and try again. Where you are sure of it, the file was changed on purpose: use another copy.',
      cause: error,
    })
  } finally {
    key.fill(0)
  }
}

function readEnvelope(text: string): z.infer<typeof envelopeSchema> {
  const content = hasAtMostValues(text, maxEnvelopeValues) ? parseJson(text) : undefined
  const version = versionSchema.safeParse(content)
  // Only a file that starts like a backup is a damaged one; anything else is something else.
  if (!version.success) throw /^\s*\{\s*"clavisBackup"/u.test(text) ? damaged() : notABackup()
  if (version.data.clavisBackup > backupVersion) throw tooNew(version.data.clavisBackup)
  const envelope = envelopeSchema.safeParse(content)
  if (!envelope.success) throw damaged(envelope.error)
  return envelope.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
  return new ClavisError('backup-file-invalid', 'This is no backup of Clavis.', {
    hint: 'Choose a backup file. To add profiles from a profile file, import it instead.',
  })
}

/** A backup that is not whole. */
export function damaged(cause?: unknown): ClavisError {
  return new ClavisError(
    'backup-file-damaged',
    'This backup is not whole: it was cut or changed after it was written.',
    {
      hint: 'Copy it once more from where it was kept, or use another copy. Nothing was restored.',
      cause,
    },
  )
}

/** A backup that a newer Clavis wrote. */
export function tooNew(version: number): ClavisError {
  return new ClavisError('backup-too-new', 'This backup was written by a newer version of Clavis.', {
    hint: 'Update Clavis on this computer and try again. Nothing was restored.',
    details: { version, understood: backupVersion },
  })
}
