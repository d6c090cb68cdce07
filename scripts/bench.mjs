// `npm run bench [-- --quick] [SECTION…]`: the table of docs/benchmarks.md, measured on this machine. Installs what only
// benchmarks need first, in their folder.
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, ensureInstalled, findNode, giveUp, root, run } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

await ensureDependencies()
await ensureInstalled(join(root, 'e2e', 'bench'))
// `npm test` does not check what imports the peers, because it does not install them.
if (run('tsc', ['--build', 'e2e/bench/window/peer-app/page', 'e2e/bench/records/tsconfig.peers.json']) !== 0)
  giveUp('The peers have wrong types.', 'See the output above.')
const node = findNode()
ensureSystemPackages(['chromium', 'gnome-keyring', 'dbus', 'python3-requests'])
await ensureBuild()
process.exit(
  run('bash', [
    'e2e/fixtures/with-keyring.sh',
    node,
    '--disable-warning=ExperimentalWarning',
    '--expose-gc',
    'e2e/bench/bench.ts',
    ...process.argv.slice(2),
  ]),
)
