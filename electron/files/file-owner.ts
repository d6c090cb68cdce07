import { constants, type Stats } from 'node:fs'

export type Owned = Pick<Stats, 'uid' | 'mode'>

/** Sticky bit: only a file’s owner may remove or rename it, as in `/tmp`. */
const sticky = 0o1000

/** Returns the effective user id of this process; undefined on Windows, whose access control protects user folders. */
export function actingUser(): number | undefined {
  return process.geteuid?.()
}

/** Checks whether everyone may write to a file or folder. */
export function isWritableByAll({ mode }: Pick<Owned, 'mode'>): boolean {
  return (mode & constants.S_IWOTH) !== 0
}

/**
 * Checks whether a symbolic link may be followed: the user’s own everywhere, the system’s except in shared folders.
 * @param folder the folder of the link
 * @param user who follows it
 */
export function isTrustedLink(link: Pick<Owned, 'uid'>, folder: Pick<Owned, 'mode'>, user: number): boolean {
  if (link.uid === user) return true
  return link.uid === 0 && !((folder.mode & sticky) !== 0 && isWritableByAll(folder))
}

/** Returns why a folder is unsafe for a user’s data; undefined if it is safe. */
export function dataFolderFault(folder: Owned, user: number): 'of-another-user' | 'writable-by-all' | undefined {
  if (folder.uid !== user && folder.uid !== 0) return 'of-another-user'
  return isWritableByAll(folder) ? 'writable-by-all' : undefined
}
