import { dirname, resolve } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { actingUser, type Owned } from './file-owner.ts'
import { quoted } from './own-data-folder.ts'
import { readChosenFile } from './read-chosen-file.ts'

/**
 * Reads a file that protects secrets, unless others than its owner may read or change it. Windows's access control is relied on.
 * @param limit maximum size, bytes
 * @param credentialsFolder the folder of systemd's credentials for this service, if there is one
 * @throws `file-untrusted`; as {@link readChosenFile}
 */
export async function readPrivateFile(path: string, limit: number, credentialsFolder?: string): Promise<Buffer> {
  const isCredential = credentialsFolder !== undefined && resolve(credentialsFolder) === dirname(resolve(path))
  return readChosenFile(path, limit, (status) => {
    if (!(isCredential && isCredentialOfSystemd(status))) requirePrivate(status, path, quoted(path))
  })
}

/**
 * Makes sure that only its owner may read or change a file.
 * @param what names it
 * @param argument names it in a shell command
 * @throws `file-untrusted`
 */
export function requirePrivate({ mode, uid }: Owned, what: string, argument: string): void {
  const user = actingUser()
  if (user === undefined) return
  // Root may read files of everyone, who can change them.
  if (uid !== user && uid !== 0)
    throw new ClavisError('file-untrusted', `${what} belongs to another user. It was not used.`, {
      hint: 'Run Clavis as that user, or use a file of your own.',
    })
  if ((mode & 0o077) === 0) return
  const octal = (mode & 0o777).toString(8).padStart(4, '0')
  throw new ClavisError('file-untrusted', `Others than its owner may use ${what} (mode ${octal}). It was not used.`, {
    hint: 'Make it private to its owner with this command.',
    command: `chmod 600 ${argument}`,
  })
}

/**
 * Whether systemd made a file for a service that runs as a user: root's, and readable for that user by an access-control list, whose
 * mask `stat` shows as the group's permission (https://github.com/systemd/systemd/issues/29435).
 */
function isCredentialOfSystemd({ mode, uid }: Owned): boolean {
  return uid === 0 && (mode & 0o777) === 0o440
}
