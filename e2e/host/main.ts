import { existsSync, readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, Module, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseCommandLine } from './command-line.ts'
import { createHost, electronSymbol } from './host.ts'

/** Names under which the app may ask for Electron. */
const electronNames: readonly string[] = ['electron', 'electron/main']

interface AppPackage {
  readonly name?: string
  readonly productName?: string
  readonly version?: string
  readonly main?: string
}

const { requires, switches, app } = parseCommandLine(process.argv.slice(2))
const target = resolve(app)
const folder = statSync(target).isDirectory() ? target : dirname(target)
const packageFile = join(folder, 'package.json')
const appPackage = (existsSync(packageFile) ? JSON.parse(readFileSync(packageFile, 'utf8')) : {}) as AppPackage
const mainFile = folder === target ? resolve(folder, appPackage.main ?? 'index.js') : target

imitateElectronProcess()
const host = createHost({
  name: appPackage.productName ?? appPackage.name ?? 'Electron',
  version: appPackage.version ?? '0.0.0',
  switches,
  headless: process.env['CLAVIS_HOST_HEADLESS'] === '1',
})
Object.defineProperty(globalThis, electronSymbol, { value: host.electron })
resolveElectron()
// As Electron does: the app ends in order, and keeps its files whole.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => host.electron.app.quit())

// Whoever drives the app from outside (Playwright) waits for the inspector's address and has a module of its own run.
const inspect = switches.get('inspect')
if (inspect !== undefined) inspector.open(Number(inspect.split(':').at(-1)), '127.0.0.1')
const require = createRequire(import.meta.url)
for (const file of requires) require(resolve(file))
await import(pathToFileURL(mainFile).href)
// An app that has quit already (a second one on the same data) shows nothing more.
if (!host.electron.app.isEnding) await host.start()

/** What the app and Playwright read of Electron's own process. */
function imitateElectronProcess(): void {
  const electronVersion = (
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('electron/package.json'), 'utf8')) as {
      version: string
    }
  ).version
  Object.defineProperty(process, 'versions', {
    value: { ...process.versions, electron: electronVersion, chrome: '' },
    configurable: true,
  })
  Object.defineProperty(process, 'type', { value: 'browser' })
  process.argv = [process.argv[1] ?? '', ...process.argv.slice(2)]
}

/** Lets `electron` mean the host, in both module systems. */
function resolveElectron(): void {
  const url = new URL('electron-module.ts', import.meta.url).href
  registerHooks({
    resolve: (name, context, next) =>
      electronNames.includes(name) && !context.conditions.includes('require')
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(name, context),
  })
  const loader = Module as unknown as { _load: (name: string, ...more: unknown[]) => unknown }
  const load = loader._load.bind(Module)
  loader._load = (name, ...more) => (electronNames.includes(name) ? host.electron : load(name, ...more))
}
