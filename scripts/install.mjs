// `node scripts/install.mjs [--electron]`: installs the locked dependencies, as every command does first, and Electron's
// binary. For workflows, which have separate steps for it.
import { ensureDependencies, giveUp, tryToFetchElectron } from './prepare.mjs'

await ensureDependencies()
if (process.argv.includes('--electron') && !(await tryToFetchElectron()))
  giveUp('Electron’s binary could not be downloaded.', 'Run “npx install-electron” to see why.')
