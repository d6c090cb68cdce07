// `npm run package [-- --dir] [--e2e] [--cli]`: builds the installers of this system, or the command line alone, into dist/ (docs/packaging.md).
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, findNode, run } from './prepare.mjs'

await ensureDependencies()
await ensureBuild()
process.exit(run(findNode(), [join('scripts', 'packaging', 'package-app.ts'), ...process.argv.slice(2)]))
