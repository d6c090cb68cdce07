import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** How sources read a file beside them, which also works without a build. */
const reading = /readFileSync\(new URL\('(?<path>[^']+)', import\.meta\.url\), 'utf8'\)/gu

/** Includes the text of files that sources read beside them: a build has no such files. */
export const includedFiles: Plugin = {
  name: 'clavis-included-files',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('readFileSync(new URL(')) return undefined
    const included = code.replaceAll(reading, (_reading, path: string) => {
      const file = join(dirname(id), path)
      this.addWatchFile(file)
      return JSON.stringify(readFileSync(file, 'utf8'))
    })
    return { code: included, map: null }
  },
}
