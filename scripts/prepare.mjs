// Prepares a fresh clone to run. Plain JavaScript for any Node from 20.19 on, because nothing is installed yet. Messages go to
// standard error, so that a command's own output stays clean.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import {
  areDependenciesSeen,
  buildStamp,
  isBuiltSince,
  isNodeRecent,
  lockState,
  modules,
  notes,
  ownNode,
  root,
  seenLock,
} from './checkout.mjs'

export { root }

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
function spawnOptions(program, { env, ...others }) {
  return {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}` },
    // On Windows, npm and the linked programs are command files, which only a shell can start. It would split a path.
    shell: process.platform === 'win32' && !isAbsolute(program),
    ...others,
  }
}

/** Runs a program in the project's folder and returns its exit code. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, spawnOptions(program, { stdio: 'inherit', ...options }))
  if (result.error !== undefined) throw result.error
  return result.status ?? 1
}

/** Starts a program as {@link run} does, and returns its process. */
export function start(program, args, options = {}) {
  return spawn(program, args, spawnOptions(program, options))
}

/**
 * Runs a program that takes long and returns its exit code. Prints from time to time that it is still running.
 * @param progress returns how far it is
 */
export async function runLong(program, args, { progress = () => '', everyMs = 10_000, ...options } = {}) {
  const since = Date.now()
  const timer = setInterval(() => say(`… ${Math.round((Date.now() - since) / 1000)} s ${progress()}`.trim()), everyMs)
  try {
    return await new Promise((resolve, reject) => {
      const child = start(program, args, { stdio: ['ignore', 2, 2], ...options })
      child.on('error', reject)
      child.on('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    clearInterval(timer)
  }
}

/**
 * Installs the locked dependencies if they are missing or the lock file has changed.
 * @param needsNode whether the caller needs {@link findNode}: then a missing Node is reported before the download
 */
export async function ensureDependencies({ needsNode = true } = {}) {
  if (areDependenciesSeen()) return
  if (needsNode && !bringsNode) requireNode()
  const state = lockState()
  await ensureInstalled(root, ': about 150 MB, a minute on a fast network')
  noteSeen(state)
}

/**
 * Installs the locked dependencies of a folder that has a `package.json` of its own.
 * @param howMuch added to the message, for example the size of the download
 */
export async function ensureInstalled(folder, howMuch = '') {
  const locked = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const lock = createHash('sha256').update(locked).digest('hex')
  const stamp = join(folder, 'node_modules', '.cache', 'clavis', 'installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say(`installing the locked dependencies (npm ci)${howMuch}`)
  // Install scripts are not needed: the keychain module and Node itself come as binaries inside their packages.
  const code = await runLong('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    progress: installProgress(folder, JSON.parse(locked)),
    cwd: folder,
  })
  if (code !== 0)
    giveUp(
      'npm could not install the dependencies; see its output above.',
      'Check the network and run the same command again.',
    )
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
}

/** Returns a function that says how many of the locked packages for this system are unpacked. */
function installProgress(folder, { packages }) {
  const fits = (wanted, own) => wanted === undefined || wanted.includes(own)
  const files = Object.entries(packages)
    .filter(([path, { os, cpu }]) => path !== '' && fits(os, process.platform) && fits(cpu, process.arch))
    .map(([path]) => join(folder, path, 'package.json'))
  return () => `${files.filter((file) => existsSync(file)).length} of ${files.length} packages`
}

/** Returns the size of all files in a folder in bytes, or 0 if one disappears meanwhile. */
function sizeOf(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .map((name) => statSync(join(folder, name)))
      .reduce((size, found) => (found.isFile() ? size + found.size : size), 0)
  } catch {
    // The download moves its file away when it is complete.
    return 0
  }
}

function noteSeen(state) {
  try {
    writeFileSync(seenLock, state)
  } catch {
    // If the checkout belongs to another user, the hash is computed and compared each time.
  }
}

/** Whether the dependencies include Node for this platform. */
const bringsNode = process.platform === 'linux' && process.arch === 'x64'

/** Returns the path of the Node that runs Clavis outside Electron, of the major version that Electron embeds. */
export function findNode() {
  if (existsSync(ownNode)) return ownNode
  requireNode()
  return process.execPath
}

function requireNode() {
  if (!isNodeRecent)
    giveUp(
      `Clavis needs Node 24.9 or newer on this platform; this is Node ${process.versions.node}.`,
      'Install a current Node 24 from https://nodejs.org and run the same command again.',
    )
}

/** Builds `out/` if a source is newer than the last build. */
export async function ensureBuild() {
  if (isBuiltSince(['electron', 'renderer', 'shared'])) return
  // Removed first: an interrupted or failed build must not count as complete.
  rmSync(buildStamp, { force: true })
  say('building')
  if ((await runLong('electron-vite', ['build', '--logLevel', 'warn'])) !== 0)
    giveUp('The build failed; see its output above.', 'Fix the sources and run the same command again.')
  writeFileSync(buildStamp, '')
}

/** Returns whether Electron's binary is installed. */
function haveElectron() {
  const pathFile = join(modules, 'electron', 'path.txt')
  return existsSync(pathFile) && existsSync(join(modules, 'electron', 'dist', readFileSync(pathFile, 'utf8')))
}

/** Makes the downloader print why a connection failed; otherwise it only prints that it did. */
const causeOfFetch = `data:text/javascript,${encodeURIComponent(
  'const { fetch } = globalThis; globalThis.fetch = (...given) => fetch(...given).catch(({ message, cause }) => { throw new Error(cause?.message || cause?.code || message) })',
)}`

/** How long to wait after a failed download before the next attempt, so that starts stay quick, in milliseconds. */
const failureLifetime = 24 * 60 * 60 * 1000

/** Downloads Electron's binary if it is missing, unless a download failed within the last day. */
export async function tryToFetchElectron() {
  if (haveElectron()) return true
  const refused = join(notes, 'electron-not-fetched')
  if (existsSync(refused) && Date.now() - statSync(refused).mtimeMs < failureLifetime) return false
  say(
    'downloading Electron’s binary from GitHub: about 120 MB, only once. It takes a minute on a fast network, and stops after five',
  )
  // The download gets its own folder, whose size shows the progress.
  const folder = mkdtempSync(join(tmpdir(), 'clavis-electron-'))
  try {
    const reason = join(folder, 'reason')
    const errors = openSync(reason, 'w')
    const node = existsSync(ownNode) ? ownNode : process.execPath
    const code = await runLong(node, ['--import', causeOfFetch, join(modules, 'electron', 'install.js')], {
      stdio: ['ignore', 'ignore', errors],
      timeout: 300_000,
      // With these, the download uses the company's proxy and trusts its certificates, as npm does.
      env: { TMPDIR: folder, TEMP: folder, TMP: folder, NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' },
      progress: () => `${Math.round(sizeOf(folder) / 1e6)} of about 120 MB`,
    })
    closeSync(errors)
    if (code === 0 && haveElectron()) return true
    const [cause = 'It took too long'] = /^\w*Error: .*/mu.exec(readFileSync(reason, 'utf8')) ?? []
    say(`Electron’s binary could not be downloaded. ${cause}`)
    say('Clavis tries again tomorrow. To try now, run: npx install-electron')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync(notes, { recursive: true })
  writeFileSync(refused, 'Remove this file to try again.\n')
  return false
}
