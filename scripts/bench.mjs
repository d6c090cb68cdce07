// `npm run bench [-- --quick] [SECTION…]`: the table of docs/benchmarks.md, measured on this machine.
import { ensureBuild, ensureDependencies, findNode, run } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

await ensureDependencies()
const node = findNode()
ensureSystemPackages(['chromium', 'gnome-keyring', 'dbus'])
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
