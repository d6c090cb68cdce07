import { createReadStream, fstatSync } from 'node:fs'
import { join } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { maxBackupBytes } from '../backup/backup-file.ts'
import { openBackupInMemory, type BackupInMemory } from '../backup/backup-in-memory.ts'
import { systemErrorCode } from '../files/disk-failure.ts'
import { readPrivateFile, requirePrivate } from '../files/private-file.ts'
import type { Secret } from '../keychain/secret.ts'
import type { SecretsSource } from './secrets-from.ts'
import { readAll, secretFrom } from './terminal/secret-input.ts'

/** More bytes than any passphrase has. */
const maxPassphraseBytes = 100_000

/**
 * Opens the backup that stands in for data folder and keychain.
 * @param rounds fewest PBKDF2 rounds that it may have; by default those of real backups
 * @throws `file-untrusted` if others than its owner may use a file; `input-invalid` without a passphrase; `backup-…`, `disk-failed`
 */
export async function openSecretsSource(source: SecretsSource, rounds?: number): Promise<BackupInMemory> {
  const file = await readPrivateFile(source.backup, maxBackupBytes, source.credentialsFolder)
  const passphrase = await readPassphrase(source)
  return passphrase.whileUsed(() => openBackupInMemory(file, passphrase, rounds))
}

async function readPassphrase({ passphraseFd, credentialsFolder }: SecretsSource): Promise<Secret> {
  if (passphraseFd !== undefined) return secretFrom(await readDescriptor(passphraseFd), `Descriptor ${passphraseFd}`)
  if (credentialsFolder === undefined) throw missing('CREDENTIALS_DIRECTORY is not set')
  const path = join(credentialsFolder, 'clavis-passphrase')
  const bytes = await readPrivateFile(path, maxPassphraseBytes, credentialsFolder).catch((error: unknown) => {
    throw isMissing(error) ? missing(`there is no ${path}`) : error
  })
  return secretFrom(bytes, path)
}

/** Reads a descriptor to its end and closes it, so that no program that a command starts can read it again. */
async function readDescriptor(fd: number): Promise<Buffer> {
  try {
    const status = fstatSync(fd)
    if (status.isFile()) requirePrivate(status, `the file of descriptor ${fd}`, 'FILE')
    // Node's own descriptors are none of these.
    else if (!status.isFIFO() && !status.isSocket() && !status.isCharacterDevice()) throw unreadable(fd)
    return await readAll(createReadStream('', { fd, autoClose: fd > 2 }), `Descriptor ${fd}`)
  } catch (error) {
    throw error instanceof ClavisError ? error : unreadable(fd, error)
  }
}

function unreadable(fd: number, cause?: unknown): ClavisError {
  return new ClavisError('input-invalid', `Descriptor ${fd} of --passphrase-fd can’t be read.`, {
    hint: 'Open it in the shell, for example: --passphrase-fd 3 3< FILE',
    cause,
  })
}

function isMissing(error: unknown): boolean {
  return error instanceof ClavisError && systemErrorCode(error.cause) === 'ENOENT'
}

/** @param why why it is not in the default place */
function missing(why: string): ClavisError {
  return new ClavisError('input-invalid', `The backup’s passphrase is missing: ${why}.`, {
    hint: 'Use --passphrase-fd, for example --passphrase-fd 3 3< FILE, or provide $CREDENTIALS_DIRECTORY/clavis-passphrase.',
  })
}
