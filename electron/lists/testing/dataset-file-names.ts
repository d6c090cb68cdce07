import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the names of the datasets' files in a data folder; not their process's lock. */
export async function datasetFileNames(dataFolder: string): Promise<string[]> {
  return (await readdir(join(dataFolder, 'runs'))).filter((name) => name.endsWith('.records'))
}
