// Checks what a checkout has by looking at a few files. Every command starts with this, so it must be quick.
// Plain JavaScript for any Node from 20.19 on.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
export const modules = join(root, 'node_modules')
export const notes = join(modules, '.cache', 'clavis')

/** Node's compile cache for the sources and the build. */
export const compileCache = join(modules, '.cache', 'node')

const [major, minor] = process.versions.node.split('.').map(Number)

/** Whether this Node runs Clavis outside Electron: before 24.9 it does not know a certificate's signature algorithm. */
export const isNodeRecent = major > 24 || (major === 24 && minor >= 9)

/** The Node in the dependencies, of the major version that Electron embeds: on Linux (x64) only. */
export const ownNode = join(modules, '.bin', 'node')

/** Its modification time is when `out/` was built. */
export const buildStamp = join(root, 'out', '.built')

/** Next to the lock file's hash: the state that the file had then. */
export const seenLock = join(notes, 'seen-lock')

/** Returns the lock file's state, which changes when the file is written. */
export function lockState() {
  const { mtimeMs, size, ino } = statSync(join(root, 'package-lock.json'))
  return `${mtimeMs} ${size} ${ino}`
}

/** Returns whether the installed dependencies were checked against the lock file since it was last written. */
export function areDependenciesSeen() {
  return existsSync(seenLock) && readFileSync(seenLock, 'utf8') === lockState()
}

/** Returns whether the command line is built from the current sources. */
export function isCommandLineBuilt() {
  return existsSync(join(root, 'out', 'main', 'clavis.js')) && isBuiltSince(['electron', 'shared'])
}

/**
 * Returns whether `out/` was built after the last change of sources. Checks each file that a build can include, because a
 * folder's time doesn't change when a file is written in place. In plain loops: it runs once, before V8 compiles it.
 */
export function isBuiltSince(folders) {
  if (!existsSync(buildStamp)) return false
  const builtAt = statSync(buildStamp).mtimeMs
  const isOlder = (path) => statSync(path).mtimeMs <= builtAt
  const areOlder = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry
      if (name.endsWith('.test.ts') || name === 'testing') continue
      const path = `${folder}/${name}`
      if (!(entry.isDirectory() ? areOlder(path) : isOlder(path))) return false
    }
    return true
  }
  return (
    isOlder(join(root, 'electron.vite.config.ts')) &&
    isOlder(join(root, 'package-lock.json')) &&
    folders.every((folder) => areOlder(join(root, folder)))
  )
}
