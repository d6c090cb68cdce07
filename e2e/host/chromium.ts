import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { CdpConnection } from './cdp-connection.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How long Chromium may take to end by itself, milliseconds. */
const endLimit = 5000

/** An installed Chromium that this host runs. */
export interface Chromium {
  readonly connection: CdpConnection
  /** Resolves when the process has ended, whoever ended it. */
  readonly ended: Promise<void>
  readonly end: () => Promise<void>
}

export interface ChromiumOptions {
  /** The browser's profile folder. */
  readonly profileFolder: string
  /** Further switches, without dashes. */
  readonly switches: ReadonlyMap<string, string>
  readonly headless: boolean
}

/**
 * The one proxy configuration that this host knows: no connection at all. Chromium learns its proxy when it starts, before
 * the app can say what its session uses, so a session with another one is refused (`session.ts`). With the switch
 * `no-proxy-server`, which counts in Electron too, Chromium has its network.
 */
export const noNetwork = { proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' } as const

/** The same for WebRTC, whose UDP does not go through a proxy. */
export const webRtcPolicy = 'disable_non_proxied_udp'

/**
 * What keeps a browser quiet and inside this computer. It is driven over a pipe alone: a port would let every program of
 * this computer in. Playwright asks for one by a switch of its own when it launches the app.
 */
const ownSwitches: Readonly<Record<string, string>> = {
  'remote-debugging-pipe': 'cbor',
  'disable-gpu': '',
  'disable-quic': '',
  'no-first-run': '',
  'no-default-browser-check': '',
  'disable-background-networking': '',
  'disable-component-update': '',
  'disable-sync': '',
  'disable-default-apps': '',
  'disable-extensions': '',
  'disable-popup-blocking': '',
  // Pages of Chromium's own for its address bar, which the app's windows do not have: half a second of computing for each start.
  'disable-features': 'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  'password-store': 'basic',
  'proxy-server': noNetwork.proxyRules,
  'proxy-bypass-list': noNetwork.proxyBypassRules,
  'webrtc-ip-handling-policy': webRtcPolicy,
  // No host but this computer is found, whoever asks.
  'host-resolver-rules': 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Chromium has a bar at the window's top for switches that lead users astray, the one above and `no-sandbox` among them,
  // which only this switch and a policy of the whole computer leave out. Beside it the switch takes away other things that
  // would come in between: extensions of Chromium's own that work unseen, shortcuts that it writes to the desktop, a question
  // before it ends. It changes nothing of what a page may do or whom Chromium trusts: sandbox, certificates and the rules above
  // stay as they are.
  'test-type': '',
}

/** Builds Chromium's command line. */
export function chromiumArguments({ profileFolder, switches, headless }: ChromiumOptions): string[] {
  // What the command line asks for counts: a spec takes one protection away to test the others.
  const all = new Map([...Object.entries(ownSwitches), ...switches, ['user-data-dir', profileFolder]])
  // Playwright has a list of its own: one alone would count.
  all.set(
    'disable-features',
    [ownSwitches['disable-features'], switches.get('disable-features')].filter(Boolean).join(),
  )
  all.delete('inspect')
  // A window of its own without address bar; its first page becomes the app's first window.
  all.set(headless ? 'headless' : 'app', headless ? '' : 'data:text/html,<title>Clavis</title>')
  if (headless) all.set('no-startup-window', '')
  // Chromium's sandbox refuses to run as root.
  if (process.getuid?.() === 0) all.set('no-sandbox', '')
  return [...all].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
}

export function startChromium(options: ChromiumOptions): Chromium {
  const executable = process.env['CLAVIS_CHROMIUM'] ?? places.find((place) => existsSync(place))
  if (executable === undefined)
    throw new Error('Chromium is not installed. On Debian and Ubuntu: apt-get install chromium')
  if (!existsSync(executable)) throw new Error(`Chromium is not at ${executable}, which CLAVIS_CHROMIUM names.`)
  const child = spawn(executable, chromiumArguments(options), { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] })
  // One that cannot be started has ended, which is told to whoever waits for it.
  child.on('error', (error) => process.stderr.write(`${error.message}\n`))
  // Of what Chromium says, the one line that whoever drives the app from outside waits for; the rest is about a desktop
  // that it does not find, and of use only to whoever looks for a fault in it.
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.startsWith('DevTools listening') || process.env['CLAVIS_HOST_VERBOSE'] === '1')
        process.stderr.write(`${line}\n`)
    })
  const ended = once(child, 'exit').then(() => undefined)
  const commands = child.stdio[3] as Writable
  return {
    connection: new CdpConnection(child.stdio[4] as Readable, commands),
    ended,
    end: () => endProcess(child, commands, ended),
  }
}

/** Chromium ends when nobody holds its pipe any more; by a signal it would leave a folder behind among the temporary ones. */
async function endProcess(child: ChildProcess, commands: Writable, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    commands.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), endLimit)
    await ended
    clearTimeout(timer)
  }
}
