import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { connectDevtools, type Devtools } from './devtools.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How long Chromium may take to exit, milliseconds. */
const endLimit = 5000

/** An installed Chromium that this host runs. */
export interface Chromium {
  readonly devtools: Devtools
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>
  readonly end: () => Promise<void>
}

export interface ChromiumOptions {
  /** The browser's profile folder. */
  readonly profileFolder: string
  /** Additional switches, without dashes. */
  readonly switches: ReadonlyMap<string, string>
  readonly headless: boolean
}

/**
 * The only proxy configuration of this host: no connection at all. Chromium gets its proxy at start, before the app can
 * configure its session, so any other one is refused (`session.ts`). With the switch `no-proxy-server`, which Electron
 * supports too, Chromium has network access.
 */
export const noNetwork = { proxyRules: 'http://127.0.0.1:0', proxyBypassRules: '<-loopback>' } as const

/** The same for WebRTC, whose UDP doesn't use the proxy. */
export const webRtcPolicy = 'disable_non_proxied_udp'

/**
 * Switches that keep the browser quiet and off the network. It is controlled over a pipe: a port would be open to every
 * program on this computer. Playwright requests one with its own switch when it launches the app.
 */
const ownSwitches: Readonly<Record<string, string>> = {
  'remote-debugging-pipe': '',
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
  // Chromium's own pages for its address bar, which the app's windows don't have, cost half a second of computing per
  // start.
  'disable-features': 'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  'password-store': 'basic',
  'proxy-server': noNetwork.proxyRules,
  'proxy-bypass-list': noNetwork.proxyBypassRules,
  'webrtc-ip-handling-policy': webRtcPolicy,
  // Resolves no host but this computer.
  'host-resolver-rules': 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Hides Chromium's bar that warns of unsafe switches (the one above and `no-sandbox`), which only this switch and a
  // system policy can. It also disables Chromium's built-in extensions, desktop shortcuts and the question on exit.
  // Sandbox, certificates and the rules above are not affected.
  'test-type': '',
}

/** Builds Chromium's command line. */
export function chromiumArguments({ profileFolder, switches, headless }: ChromiumOptions): string[] {
  // The command line wins: a spec removes one protection to test the others.
  const all = new Map([...Object.entries(ownSwitches), ...switches, ['user-data-dir', profileFolder]])
  // Playwright passes its own list, and Chromium uses only one.
  all.set(
    'disable-features',
    [ownSwitches['disable-features'], switches.get('disable-features')].filter(Boolean).join(),
  )
  all.delete('inspect')
  // A window without address bar; its first page becomes the app's first window.
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
  // One that can't be started has ended; `ended` reports that.
  child.on('error', (error) => process.stderr.write(`${error.message}\n`))
  // Passes on only the line that a driver of the app waits for; the rest is about a missing desktop, useful only for
  // debugging.
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.startsWith('DevTools listening') || process.env['CLAVIS_HOST_VERBOSE'] === '1')
        process.stderr.write(`${line}\n`)
    })
  const ended = once(child, 'exit').then(() => undefined)
  const commands = child.stdio[3] as Writable
  return {
    devtools: connectDevtools(child.stdio[4] as Readable, commands),
    ended,
    end: () => endProcess(child, commands, ended),
  }
}

/** Closes the pipe, whereupon Chromium exits; after a signal it would leave a temporary folder behind. */
async function endProcess(child: ChildProcess, commands: Writable, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    commands.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), endLimit)
    await ended
    clearTimeout(timer)
  }
}
