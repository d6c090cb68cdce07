// Installs system packages that Clavis needs on Linux: says which, and asks on a terminal before it uses sudo.
import { spawnSync } from 'node:child_process'
import { existsSync, readSync } from 'node:fs'
import { isatty } from 'node:tty'
import { giveUp, run, say } from './prepare.mjs'

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
  osslsigncode: ['/usr/bin/osslsigncode'],
  curl: ['/usr/bin/curl'],
  'kubernetes-client': ['/usr/bin/kubectl', '/usr/local/bin/kubectl'],
  'python3-cryptography': ['/usr/lib/python3/dist-packages/cryptography/__init__.py'],
  'python3-requests': ['/usr/lib/python3/dist-packages/requests/__init__.py'],
  pngquant: ['/usr/bin/pngquant'],
  xvfb: ['/usr/bin/xvfb-run'],
  // xvfb-run calls it, but its package only recommends it.
  xauth: ['/usr/bin/xauth'],
}

/** Installs missing system packages on Debian and Ubuntu; elsewhere lists them and exits. */
export function ensureSystemPackages(names) {
  if (process.platform !== 'linux') return
  const missing = missingPackages(names)
  if (missing.length > 0) installSystemPackages(missing)
}

/** Says which system packages are missing, if any, and how to install them. Installs nothing. */
export function nameMissingPackages(names) {
  const missing = missingPackages(names)
  if (missing.length === 0) return
  say(`These system packages are missing: ${missing.join(' ')}.`)
  say(
    isInstalled('apt-get')
      ? `Install them: ${installCommand(missing)}`
      : 'Install them with your system’s package manager.',
  )
}

function missingPackages(names) {
  return names.filter((name) => !systemPackages[name].some((file) => existsSync(file)))
}

function installCommand(names) {
  return `sudo apt-get install -y --no-install-recommends ${names.join(' ')}`
}

/**
 * Installs packages with apt-get, as root or with sudo. On a terminal the person is asked before sudo is used; elsewhere,
 * and where CI is set, only a sudo that needs no password is used. Exits if they are not installed.
 */
export function installSystemPackages(missing) {
  const names = missing.join(' ')
  const command = installCommand(missing)
  if (!isInstalled('apt-get'))
    giveUp(
      `These system packages are missing: ${names}.`,
      'Install them with your system’s package manager and run the same command again.',
    )
  const isRoot = process.getuid() === 0
  const asks = !isRoot && !process.env.CI && isatty(0) && isatty(2)
  if (asks) {
    say(`these system packages are missing: ${names}`)
    if (!agrees('clavis: install them with sudo apt-get? [y/N] '))
      giveUp('Nothing was installed.', `Install them yourself: ${command}`)
  } else if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0)
    giveUp(`These system packages are missing: ${names}.`, `Install them: ${command}`)
  say(`installing missing system packages: ${names}`)
  const prefix = isRoot ? [] : asks ? ['sudo'] : ['sudo', '-n']
  const apt = (...args) => {
    const [program, ...rest] = [...prefix, 'apt-get', ...args]
    // sudo asks for the password on the terminal itself.
    return run(program, rest, { stdio: ['ignore', 2, 2], env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing]
  if (apt('update', '-qq') !== 0 || apt(...install) !== 0)
    giveUp('apt-get could not install them; see its output above.', `Install them yourself: ${command}`)
}

function isInstalled(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** Asks on the terminal; anything but yes is no. */
function agrees(question) {
  process.stderr.write(question)
  const line = Buffer.alloc(100)
  const length = readSync(0, line)
  return /^y(?:es)?$/iu.test(line.toString('utf8', 0, length).trim())
}
