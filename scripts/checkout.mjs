// What a checkout has, found out by looking at a few files: every command asks this before anything else, so it must be quick.
// Plain JavaScript for any Node from 20.19 on.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
export const modules = join(root, 'node_modules')
export const notes = join(modules, '.cache', 'clavis')

/** Where Node keeps what it compiles of the sources and of the build. */
export const compileCache = join(modules, '.cache', 'node')

/** The Node that the dependencies bring along, of the major that Electron embeds; not on every platform. */
export const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Its last change is the moment at which `out/` was built. */
export const buildStamp = join(root, 'out', '.built')

/** Beside the lock file's hash: which state of the file had that hash. */
export const seenLock = join(notes, 'seen-lock')

/** The lock file's state, which differs once the file was written again. */
export function lockState() {
  const { mtimeMs, size, ino } = statSync(join(root, 'package-lock.json'))
  return `${mtimeMs} ${size} ${ino}`
}

/** Whether the dependencies are those of the lock file, which has not been written since that was made sure of. */
export function areDependenciesSeen() {
  return existsSync(seenLock) && readFileSync(seenLock, 'utf8') === lockState()
}

/** Whether the built command line is there, and is that of the sources. */
export function isCommandLineBuilt() {
  return existsSync(join(root, 'out', 'main', 'clavis.js')) && isBuiltSince(['electron', 'shared'])
}

/**
 * Whether `out/` was built after the last change of sources. Reads the time of each file that a build can have in it: a
 * folder's own tells nothing of a file that is written in place. In plain loops: it runs once, before V8 compiles it.
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
