// `npm run package [-- --e2e] [--dir] [--cli]`: builds the installers of this system into dist/. `--dir`: the unpacked app only;
// `--e2e`: the variant that tests can drive, unpacked; `--cli`: the command line alone, which is then tested.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build, Platform } from 'electron-builder'
import { builderConfig } from './builder-config.ts'
import { buildCommandLine, packCommandLine } from './command-line.ts'

const args = process.argv.slice(2)
const isDir = args.includes('--dir')
const isE2e = args.includes('--e2e')

if (args.includes('--cli')) {
  const archive = packCommandLine(buildCommandLine(), process.arch)
  process.stdout.write(`${archive}\n`)
  const check = [process.execPath, join(import.meta.dirname, 'check-command-line.ts'), archive]
  // On Linux the check gets a temporary keyring; elsewhere it uses the user's keychain.
  const session = process.platform === 'linux' ? ['bash', join('e2e', 'fixtures', 'with-keyring.sh')] : []
  const [program = '', ...given] = [...session, ...check]
  process.exit(spawnSync(program, given, { stdio: 'inherit' }).status ?? 1)
} else {
  // The universal app for macOS joins one for each processor.
  const isUniversal = process.platform === 'darwin' && !isDir
  if (!isE2e) for (const arch of isUniversal ? ['arm64', 'x64'] : [process.arch]) buildCommandLine(arch)
  await build({
    projectDir: resolve(import.meta.dirname, '../..'),
    targets: Platform.current().createTarget(isDir ? 'dir' : null),
    config: builderConfig(isE2e ? 'e2e' : 'release', process.env),
  })
  if (!isDir && !isE2e) packCommandLine(signedCommandLine(), isUniversal ? 'universal' : process.arch)
}

/** Returns the folder of the command line in the packed app, where its executable is signed. */
function signedCommandLine(): string {
  const folders = {
    darwin: 'mac-universal/Clavis.app/Contents/Resources/cli',
    win32: 'win-unpacked/resources/cli',
    linux: 'linux-unpacked/resources/cli',
  }
  return resolve('dist', folders[process.platform as keyof typeof folders])
}
