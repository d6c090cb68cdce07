import { removeLeftFiles } from '../files/left-files.ts'

/** Temporary files of Clavis, of any version, with SQLite's journals of them, and locks of versions before the database. */
const ours = /^(?:\..+\.tmp|clavis\.db\..+\.tmp)(?:-journal)?$|^[a-z-]+\.json\.lock$/su

/** Removes what killed processes left in the data folder more than an hour ago. */
export function removeLeftTemporaries(folder: string): Promise<void> {
  return removeLeftFiles(folder, (name) => ours.test(name))
}
