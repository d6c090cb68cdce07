import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'
import { actingUser, dataFolderFault } from './file-owner.ts'

/**
 * Makes sure that no other user can read or plant data: the data folder belongs to the user or the system and is not
 * writable by everyone. A missing folder is created for its owner only. Windows’s access control is relied on.
 * @param mustExist refuses a missing folder, which someone expects data in
 * @throws `file-untrusted`, `disk-failed`, `input-invalid`
 */
export async function requireOwnDataFolder(folder: string, mustExist = false): Promise<void> {
  if (mustExist && !existsSync(folder))
    throw new ClavisError('input-invalid', `The data folder ${folder} does not exist.`, {
      hint: 'Check --data-dir and whether its disk is mounted. To start a new data folder, create, import or restore a profile.',
    })
  const user = actingUser()
  if (user === undefined) return
  try {
    const there = await stat(await fileBehindLink(folder))
    const fault = dataFolderFault(there, user)
    if (fault !== undefined) throw untrustedFolder(folder, fault)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw diskFailure(error, folder, 'read')
  }
}

function untrustedFolder(folder: string, fault: 'of-another-user' | 'writable-by-all'): ClavisError {
  if (fault === 'of-another-user')
    return new ClavisError('file-untrusted', `The data folder ${folder} belongs to another user.`, {
      hint: 'Run Clavis as that user, or use a folder of your own.',
      details: { path: folder },
    })
  return new ClavisError('file-untrusted', `The data folder ${folder} is writable by every user of this computer.`, {
    hint: `Run: chmod o-w ${quoted(folder)}`,
    details: { path: folder },
  })
}

/** Quotes a path for a shell. */
export function quoted(path: string): string {
  return /^[\w./-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
