import type { EarlierFiles } from '../store/create-database-file.ts'
import { Database } from '../store/database.ts'
import { hasJsonFiles } from './json-file-names.ts'

/** Their code is loaded only where they are: once. */
const jsonFiles: EarlierFiles = {
  areThere: hasJsonFiles,
  read: async (folder) => (await import('./json-files.ts')).readJsonFiles(folder),
  setAside: async (folder, sql) => (await import('./json-files.ts')).setJsonFilesAside(folder, sql),
}

/** Opens the database of a data folder on first use, with what earlier versions stored there. */
export function openDatabase(folder: string): Database {
  return new Database({ folder, earlier: jsonFiles })
}
