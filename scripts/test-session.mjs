// Runs a program the way tests need it: on the Node that Electron embeds and, on Linux, in a D-Bus session of its own with a
// real, unlocked keyring. `node scripts/test-session.mjs PROGRAM ARGS` is what the runners' configurations call if a runner
// is started directly, for example `npx playwright test FILE`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, ensureDependencies, findNode, run } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/** Prepares a clone for tests and returns the Node that they run on. */
export async function prepareTests() {
  await ensureDependencies()
  const node = findNode()
  ensureSystemPackages([
    'chromium',
    'libsecret-1-0',
    'gnome-keyring',
    'dbus',
    'openssl',
    'gnutls-bin',
    'gnumeric',
    'libsecret-tools',
    'osslsigncode',
    'curl',
    // On other distributions its folder is named after Python's version; tests that need it are skipped without it.
    ...(existsSync('/usr/bin/apt-get') ? ['python3-cryptography'] : []),
    // Ubuntu has no such package.
    ...(isDebian() ? ['kubernetes-client'] : []),
  ])
  return node
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/mu.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Returns the command that runs a program in a test session. Except on Linux, the keychain is the user's own. */
export function inTestSession(program, ...args) {
  return process.platform === 'linux'
    ? ['bash', [join('e2e', 'fixtures', 'with-keyring.sh'), program, ...args]]
    : [program, args]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const node = await prepareTests()
  const [runner, ...args] = process.argv.slice(2)
  if (runner.includes('playwright')) await ensureBuild()
  const [program, given] = inTestSession(node, runner, ...args)
  process.exit(run(program, given, { env: { CLAVIS_TEST_SESSION: '1' } }))
}
