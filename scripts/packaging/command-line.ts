// Builds the packed command line: Node as a single executable (https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html)
// next to the built files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { brandProgram, removeSignature } from './windows-program.ts'

const root = resolve(import.meta.dirname, '../..')

/** Where Node looks for the script in its executable, and its mark that there is one. */
const [blobName, fuse] = ['NODE_SEA_BLOB', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'] as const

/** Returns the folder with the command line for a system and processor, for example `linux-x64`. */
export function commandLineFolder(platform: string, arch: string): string {
  return join('dist', 'cli', `${platform}-${arch}`)
}

/**
 * Builds the command line for this system into {@link commandLineFolder}. The executable is the Node that runs this script:
 * on Linux the one in the dependencies, elsewhere it must be Node's own release. For another processor, `CLAVIS_NODE_X64` or
 * `CLAVIS_NODE_ARM64` is the path of the same version of Node.
 */
export function buildCommandLine(arch: string = process.arch): string {
  const { platform, execPath, env } = process
  const node = arch === process.arch ? execPath : env[`CLAVIS_NODE_${arch.toUpperCase()}`]
  if (node === undefined) throw new Error(`Set CLAVIS_NODE_${arch.toUpperCase()} to the path of Node for ${arch}.`)
  const folder = join(root, commandLineFolder(platform, arch))
  rmSync(folder, { recursive: true, force: true })
  const app = join(folder, 'app')
  mkdirSync(app, { recursive: true })
  const isPacked = (source: string): boolean => !source.endsWith('.map') && basename(source) !== 'main.js'
  cpSync(join(root, 'out', 'main'), join(app, 'main'), { recursive: true, filter: isPacked })
  cpSync(join(import.meta.dirname, 'command', 'start.cjs'), join(app, 'start.cjs'))
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }\n')
  const modulePlatforms = platform === 'darwin' ? ['darwin-arm64', 'darwin-x64'] : [`${platform}-${arch}`]
  for (const file of [
    'package.json',
    'LICENSE.md',
    join('lib', 'keytar.js'),
    ...modulePlatforms.map((each) => join('prebuilds', each, 'keytar.node')),
  ])
    cpSync(join(root, 'node_modules', 'keytar', file), join(app, 'node_modules', 'keytar', file))
  const program = join(folder, platform === 'win32' ? 'clavis.exe' : 'clavis')
  cpSync(node, program)
  chmodSync(program, 0o755)
  injectMain(program)
  return folder
}

/** Puts the script into Node's executable. */
function injectMain(program: string): void {
  const workFolder = mkdtempSync(join(tmpdir(), 'clavis-cli-'))
  try {
    const [blob, configFile] = [join(workFolder, 'blob'), join(workFolder, 'sea.json')]
    const config = {
      main: join(import.meta.dirname, 'command', 'executable-main.cjs'),
      output: blob,
      disableExperimentalSEAWarning: true,
      // As Electron's fuse does: NODE_OPTIONS could load code or weaken TLS.
      execArgvExtension: 'none',
      // OPENSSL_CONF is read before the script, and could load a library: this option comes first.
      execArgv: ['--disable-warning=ExperimentalWarning', `--openssl-config=${devNull}`],
    }
    writeFileSync(configFile, JSON.stringify(config))
    execFileSync(process.execPath, ['--experimental-sea-config', configFile], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [isMac, isWindows] = [process.platform === 'darwin', process.platform === 'win32']
    // Node's own, which would be behind the script.
    if (isMac) execFileSync('codesign', ['--remove-signature', program])
    if (isWindows) removeSignature(program)
    const postject = join(root, 'node_modules', 'postject', 'dist', 'cli.js')
    const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : []
    // It warns about sections of Node that it does not touch.
    execFileSync(process.execPath, [postject, program, blobName, blob, '--sentinel-fuse', fuse, ...segment], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (isWindows) brandProgram(program, join(import.meta.dirname, 'icons', 'clavis.ico'))
    // Apple silicon starts no program without a signature. A release is signed again with its certificate.
    if (isMac) execFileSync('codesign', ['--sign', '-', program])
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/**
 * Packs a folder with the command line as an archive in `dist/`, with its checksum next to it.
 * @param arch the processor in the archive's name
 * @returns the archive's path
 */
export function packCommandLine(folder: string, arch: string): string {
  const { platform, env } = process
  const isWindows = platform === 'win32'
  const name = `clavis-cli-${packageFile.version}-${isWindows ? 'windows' : platform === 'darwin' ? 'macos' : platform}-${arch}`
  const archive = join(root, 'dist', `${name}.${isWindows ? 'zip' : 'tar.gz'}`)
  const workFolder = mkdtempSync(join(tmpdir(), 'clavis-cli-'))
  try {
    cpSync(folder, join(workFolder, name), { recursive: true, verbatimSymlinks: true })
    // Git for Windows brings another tar, which cannot write ZIP files.
    const tar = isWindows ? join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'tar.exe') : 'tar'
    const format = isWindows ? ['-a', '-c', '-f'] : ['-c', '-z', '-f']
    execFileSync(tar, [...format, archive, name], { cwd: workFolder })
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(join(dirname(archive), `${basename(archive)}.sha256`), `${sum}  ${basename(archive)}\n`)
  return archive
}
