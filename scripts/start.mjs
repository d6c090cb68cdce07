// `npm start`: opens the app on Electron, or on the Chromium host where Electron's binary cannot be had.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import {
  ensureBuild,
  ensureDependencies,
  ensureSystemPackages,
  findNode,
  giveUp,
  haveElectron,
  root,
  say,
  tryToFetchElectron,
} from './prepare.mjs'

const wanted = process.env.CLAVIS_RUNTIME
if (wanted !== undefined && wanted !== 'electron' && wanted !== 'chromium')
  giveUp(`CLAVIS_RUNTIME is “${wanted}”.`, 'Set it to electron or chromium, or leave it out.')

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
  giveUp(
    'There is no display to open a window on.',
    'On a machine without one: xvfb-run -a npm start. The command line works anyway: npm run --silent clavis -- --help',
  )

ensureDependencies()
const node = findNode()
const onElectron =
  wanted !== 'chromium' && (wanted === 'electron' ? tryToFetchElectron() || haveElectron() : tryToFetchElectron())
if (wanted === 'electron' && !onElectron)
  giveUp(
    'Electron’s binary is not here and could not be fetched.',
    'Run “npx install-electron” where GitHub can be reached, or leave CLAVIS_RUNTIME out.',
  )
if (!onElectron) ensureSystemPackages(['chromium'])
ensureBuild()
say(
  onElectron
    ? 'starting on Electron'
    : 'starting on installed Chromium: Electron’s binary could not be downloaded, as is usual behind a company’s firewall',
)
// Chromium says so itself only in a bar, which Clavis's window does not have.
if (process.platform === 'linux' && process.getuid() === 0)
  say('as root there is no sandbox around the window’s page: start Clavis as another user where you can')

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
