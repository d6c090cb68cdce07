// `npm run package [-- --e2e] [--dir]`: builds the installers of this system into dist/. `--dir`: the unpacked app only;
// `--e2e`: the variant that tests can drive, unpacked.
import { resolve } from 'node:path'
import { build, Platform } from 'electron-builder'
import { builderConfig } from './builder-config.ts'

const args = process.argv.slice(2)
const isDir = args.includes('--dir')
await build({
  projectDir: resolve(import.meta.dirname, '../..'),
  targets: Platform.current().createTarget(isDir ? 'dir' : null),
  config: builderConfig(args.includes('--e2e') ? 'e2e' : 'release', process.env),
})
