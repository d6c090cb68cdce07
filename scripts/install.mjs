// `node scripts/install.mjs [--electron]`: installs the locked dependencies, as every command does before it starts, and Electron's
// binary. For workflows, which have steps of their own for it.
import { ensureDependencies, giveUp, tryToFetchElectron } from './prepare.mjs'

ensureDependencies()
if (process.argv.includes('--electron') && !tryToFetchElectron())
  giveUp('Electron’s binary could not be fetched.', 'Run “npx install-electron” to see why.')
