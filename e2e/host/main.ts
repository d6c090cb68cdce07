import { existsSync, readFileSync, statSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, Module, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseCommandLine } from './command-line.ts'
import { createHost, electronSymbol } from './host.ts'

/** Module names of Electron. */
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
// Quits like Electron does: files stay intact.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => host.electron.app.quit())

// Playwright waits for the inspector's address and then runs its own module.
const inspect = switches.get('inspect')
if (inspect !== undefined) inspector.open(Number(inspect.split(':').at(-1)), '127.0.0.1')
const require = createRequire(import.meta.url)
for (const file of requires) require(resolve(file))
await import(pathToFileURL(mainFile).href)
// A second app on the same data has quit already and shows nothing.
if (!host.electron.app.isEnding) await host.start()

/** Sets the properties of Electron's process that the app and Playwright read. */
function imitateElectronProcess(): void {
  // By what only Electron's binary has, the app decides whether Production may be used.
  if (Object.hasOwn(process.versions, 'electron'))
    throw new Error('The Chromium host runs in plain Node: CLAVIS_HOST_NODE names Electron.')
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

/** Makes `electron` resolve to the host, in both module systems. */
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
