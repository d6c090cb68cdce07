// `npm start`: opens the app on Electron, or on the Chromium host if Electron's binary can't be downloaded.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuild, ensureDependencies, findNode, giveUp, root, say, tryToFetchElectron } from './prepare.mjs'
import { ensureSystemPackages, nameMissingPackages } from './system-packages.mjs'

const wanted = process.env.CLAVIS_RUNTIME
if (wanted !== undefined && wanted !== 'electron' && wanted !== 'chromium')
  giveUp(`CLAVIS_RUNTIME is “${wanted}”.`, 'Set it to electron or chromium, or remove it.')

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  say('There is no display to open a window on.')
  nameMissingPackages(['xvfb', 'xauth'])
  say('Without a display, use xvfb-run -a npm start. The command line needs none: npm run --silent clavis -- --help')
  process.exit(1)
}

// Electron brings its own Node.
await ensureDependencies({ needsNode: wanted === 'chromium' })
const onElectron = wanted !== 'chromium' && (await tryToFetchElectron())
if (wanted === 'electron' && !onElectron)
  giveUp(
    'Electron’s binary is missing and could not be downloaded.',
    'Run “npx install-electron” on a network that reaches GitHub, or remove CLAVIS_RUNTIME.',
  )
if (!onElectron && process.platform !== 'linux')
  giveUp(
    'Without Electron, Clavis starts on Linux only, where it uses an installed Chromium.',
    'Run “npx install-electron” on a network that reaches GitHub, and start Clavis again.',
  )
const node = onElectron ? undefined : findNode()
ensureSystemPackages(onElectron ? ['libsecret-1-0'] : ['chromium', 'libsecret-1-0'])
await ensureBuild()
say(
  onElectron
    ? 'starting on Electron'
    : wanted === 'chromium'
      ? 'starting on installed Chromium, as CLAVIS_RUNTIME says: it lacks some of Electron’s protection (see SECURITY.md)'
      : 'starting on installed Chromium: Electron’s binary could not be downloaded, which is common behind a company firewall',
)
if (!onElectron && wanted !== 'chromium')
  say('Production profiles are read-only on Chromium: set CLAVIS_RUNTIME=chromium to change or use them')
// Chromium shows this only in a bar that Clavis's window doesn't have.
if (process.platform === 'linux' && process.getuid() === 0)
  say('the window’s page has no sandbox when run as root: start Clavis as another user if you can')

const electronSwitches = onElectron && process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : []
const app = spawn(
  process.execPath,
  [join(root, 'node_modules', 'electron', 'cli.js'), ...electronSwitches, root, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: onElectron
      ? process.env
      : { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'e2e', 'host'), CLAVIS_HOST_NODE: node },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.kill(signal))
app.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)))
