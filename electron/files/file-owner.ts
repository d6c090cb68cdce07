import { constants, type Stats } from 'node:fs'

/** What is asked of a file’s metadata: who owns it and what may be done with it. */
export type Owned = Pick<Stats, 'uid' | 'mode'>

/** In a sticky folder only a file’s owner may remove or rename it: `/tmp`, say. */
const sticky = 0o1000

/**
 * The user that this process acts for; undefined on Windows, where files have no numbers of owners and the folders of each
 * user are kept from others by the system’s access control.
 */
export function actingUser(): number | undefined {
  return process.geteuid?.()
}

/** Whether everyone may write to a file or folder. */
export function isWritableByAll({ mode }: Pick<Owned, 'mode'>): boolean {
  return (mode & constants.S_IWOTH) !== 0
}

/**
 * Whether a symbolic link may be followed: one’s own everywhere, the system’s but in folders where everyone leaves files.
 * @param folder the one that the link is in
 * @param user who would follow it
 */
export function isTrustedLink(link: Pick<Owned, 'uid'>, folder: Pick<Owned, 'mode'>, user: number): boolean {
  if (link.uid === user) return true
  return link.uid === 0 && !((folder.mode & sticky) !== 0 && isWritableByAll(folder))
}

/** Why a folder is no place for a user’s data; undefined where it is one. */
export function dataFolderFault(folder: Owned, user: number): 'of-another-user' | 'writable-by-all' | undefined {
  if (folder.uid !== user && folder.uid !== 0) return 'of-another-user'
  return isWritableByAll(folder) ? 'writable-by-all' : undefined
}
