import { stat } from 'node:fs/promises'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'
import { actingUser, dataFolderFault } from './file-owner.ts'

/**
 * Makes sure that nobody else can read or plant what Clavis keeps: the data folder is the user’s own, or the system’s, and
 * not everyone may write to it. One that is not there yet is fine: it is made for its owner alone. On Windows the system’s
 * access control is relied on.
 * @throws `file-untrusted`, `disk-failed`
 */
export async function requireOwnDataFolder(folder: string): Promise<void> {
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
      hint: 'Run Clavis as that user, or choose a folder of your own.',
      details: { path: folder },
    })
  return new ClavisError('file-untrusted', `Every user of this computer can write to the data folder ${folder}.`, {
    hint: `Run: chmod o-w ${quoted(folder)}`,
    details: { path: folder },
  })
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
