// Prepares a fresh clone to run. Plain JavaScript for any Node from 20.19 on, because nothing is installed yet. Messages go to
// standard error, so that a command's own output stays clean.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  areDependenciesSeen,
  buildStamp,
  isBuiltSince,
  lockState,
  modules,
  notes,
  ownNode,
  root,
  seenLock,
} from './checkout.mjs'

export { root }

/** Debian and Ubuntu packages, each with files of which any shows that it is installed. */
const systemPackages = {
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  'libsecret-1-0': [
    '/usr/lib/x86_64-linux-gnu/libsecret-1.so.0',
    '/usr/lib/aarch64-linux-gnu/libsecret-1.so.0',
    '/usr/lib64/libsecret-1.so.0',
    '/usr/lib/libsecret-1.so.0',
  ],
  'gnome-keyring': ['/usr/bin/gnome-keyring-daemon'],
  dbus: ['/usr/bin/dbus-run-session'],
  openssl: ['/usr/bin/openssl'],
  'gnutls-bin': ['/usr/bin/certtool'],
  gnumeric: ['/usr/bin/ssconvert'],
  'libsecret-tools': ['/usr/bin/secret-tool'],
  curl: ['/usr/bin/curl'],
  'python3-cryptography': ['/usr/lib/python3/dist-packages/cryptography/__init__.py'],
  pngquant: ['/usr/bin/pngquant'],
}

export function say(text) {
  process.stderr.write(`clavis: ${text}\n`)
}

/** Prints what is wrong and what to do, and exits with 1. */
export function giveUp(problem, remedy) {
  say(problem)
  say(remedy)
  process.exit(1)
}

/** Returns options to run a program in the project's folder, with programs of installed packages on the PATH. */
function spawnOptions({ env, ...others }) {
  return {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}` },
    // On Windows, npm and the linked programs are command files, which only a shell can start.
    shell: process.platform === 'win32',
    ...others,
  }
}

/** Runs a program in the project's folder and returns its exit code. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, spawnOptions({ stdio: 'inherit', ...options }))
  if (result.error !== undefined) throw result.error
  return result.status ?? 1
}

/** Starts a program as {@link run} does, and returns its process. */
export function start(program, args, options = {}) {
  return spawn(program, args, spawnOptions(options))
}

/** Installs the locked dependencies if they are missing or the lock file has changed. */
export function ensureDependencies() {
  if (areDependenciesSeen()) return
  const state = lockState()
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(notes, 'installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) {
    noteSeen(state)
    return
  }
  say('installing the locked dependencies (npm ci)')
  // Install scripts are not needed: the keychain module and Node itself come as binaries inside their packages.
  const code = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0)
    giveUp(
      'npm could not install the dependencies; see its output above.',
      'Check the network and run the same command again.',
    )
  mkdirSync(notes, { recursive: true })
  writeFileSync(stamp, lock)
  noteSeen(state)
}

function noteSeen(state) {
  try {
    writeFileSync(seenLock, state)
  } catch {
    // The checkout belongs to another user: the hash is compared each time.
  }
}

/** Returns the path of the Node that runs Clavis outside Electron, of the major version that Electron embeds. */
export function findNode() {
  if (existsSync(ownNode)) return ownNode
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return giveUp(
    `Clavis needs Node 24 on this platform; this is Node ${process.versions.node}.`,
    'Install Node 24 from https://nodejs.org and run the same command again.',
  )
}

/** Installs missing system packages on Debian and Ubuntu; elsewhere lists them and exits. */
export function ensureSystemPackages(names) {
  if (process.platform !== 'linux') return
  const missing = names.filter((name) => !systemPackages[name].some((file) => existsSync(file)))
  if (missing.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (!existsSync('/usr/bin/apt-get'))
    giveUp(
      `These system packages are missing: ${missing.join(', ')}.`,
      'Install them with your system’s package manager and run the same command again.',
    )
  const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0)
    giveUp(`These system packages are missing: ${missing.join(', ')}.`, `Install them: sudo ${command}`)
  say(`installing missing system packages: ${missing.join(' ')}`)
  const apt = (...args) => {
    const [program, ...rest] = [...asRoot, 'apt-get', ...args]
    return run(program, rest, { stdio: ['ignore', 2, 2], env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing]
  if (apt('update', '-qq') !== 0 || apt(...install) !== 0)
    giveUp('apt-get could not install them; see its output above.', `Install them yourself: sudo ${command}`)
}

/** Builds `out/` if a source is newer than the last build. */
export function ensureBuild() {
  if (isBuiltSince(['electron', 'renderer', 'shared'])) return
  // Removed first: an interrupted or failed build must not count as one.
  rmSync(buildStamp, { force: true })
  say('building')
  if (run('electron-vite', ['build', '--logLevel', 'warn'], { stdio: ['ignore', 2, 2] }) !== 0)
    giveUp('The build failed; see its output above.', 'Fix the sources and run the same command again.')
  writeFileSync(buildStamp, '')
}

/** Returns whether Electron's binary is installed. */
export function haveElectron() {
  const pathFile = join(modules, 'electron', 'path.txt')
  return existsSync(pathFile) && existsSync(join(modules, 'electron', 'dist', readFileSync(pathFile, 'utf8')))
}

/** Downloads Electron's binary once; a failure is remembered, so that the next start is quick. */
export function tryToFetchElectron() {
  if (haveElectron()) return true
  const refused = join(notes, 'electron-not-fetched')
  if (existsSync(refused)) return false
  say('downloading Electron’s binary (once)')
  const result = spawnSync(process.execPath, [join(modules, 'electron', 'install.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 300_000,
  })
  if (result.status === 0 && haveElectron()) return true
  mkdirSync(notes, { recursive: true })
  writeFileSync(refused, 'Remove this file to try again.\n')
  return false
}
