import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, getRawHeader, listPackage, statFile } from '@electron/asar'
import { Arch, build, Platform } from 'electron-builder'
import { expect, test } from 'playwright/test'
import { builderConfig } from '../../../scripts/packaging/builder-config.ts'
import { wrongFuses, type Variant } from '../../../scripts/packaging/fuses.ts'
import { root } from '../../fixtures/launch.ts'
import { makeStandInElectron } from '../../fixtures/stand-in-electron.ts'

// electron-builder packs the built app around a stand-in for Electron's binary. Signing and installers need tools that it
// downloads, so that they run in the release workflow only.

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-packed-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** What is handed to fpm to make the Debian package. */
let debianArguments: readonly string[] = []

/** Packs the app for a system and returns the folder of the unpacked app. */
async function pack(platform: 'linux' | 'darwin' | 'win32', variant: Variant = 'release'): Promise<string> {
  const electronDist = join(folder, 'electron')
  await makeStandInElectron(electronDist, platform)
  // The real one is Node itself, 120 MB: check-command-line.ts runs it.
  const commandLine = join(folder, 'command-line')
  await mkdir(commandLine, { recursive: true })
  await writeFile(join(commandLine, platform === 'win32' ? 'clavis.exe' : 'clavis'), '', { mode: 0o755 })
  const env = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'a/b' }
  const { mac, win, ...config } = builderConfig(variant, env, commandLine)
  await build({
    projectDir: root,
    targets: Platform.fromString(platform).createTarget(
      platform === 'linux' ? 'deb' : 'dir',
      platform === 'darwin' ? Arch.arm64 : Arch.x64,
    ),
    config: {
      ...config,
      electronDist,
      directories: { ...config.directories, output: join(folder, 'packed') },
      mac: { ...mac, identity: null },
      win: { ...win, signAndEditExecutable: false },
      // Its hash is written into a real program for Windows only.
      disableAsarIntegrity: platform === 'win32',
    },
    // True: do not go on to run fpm.
    effectiveOptionComputed: (options) => {
      if (Array.isArray(options) && Array.isArray(options[0])) debianArguments = options[0].map(String)
      return Promise.resolve(true)
    },
  })
  return join(folder, 'packed', { linux: 'linux-unpacked', darwin: 'mac-arm64', win32: 'win-unpacked' }[platform])
}

interface PackedFile {
  readonly name: string
  readonly size: number
  readonly isUnpacked: boolean
}

/** The files of an archive. */
function filesIn(archive: string): PackedFile[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.slice(1).replaceAll('\\', '/'))
    .flatMap((name) => {
      const entry = statFile(archive, name)
      return 'size' in entry ? [{ name, size: entry.size, isUnpacked: entry.unpacked }] : []
    })
}

/** The files of an archive other than what the build wrote, which is checked to be code, styles, fonts and the page. */
function othersIn(archive: string): PackedFile[] {
  const files = filesIn(archive)
  const built = files.filter(({ name }) => name.startsWith('out/'))
  expect(built.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']),
  )
  const kinds =
    /^out\/(?:main\/(?:chunks\/)?[^/]+\.js|preload\/preload\.cjs|renderer\/(?:index\.html|assets\/[^/]+\.(?:js|css|woff2|svg|png)))$/u
  expect(built.map(({ name }) => name).filter((name) => !kinds.test(name))).toEqual([])
  const bytes = built.reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeGreaterThan(3_000_000)
  // 1.7 MB of them are the lists of words that judge passphrases, 0.5 MB what only `clavis mcp` loads.
  expect(bytes).toBeLessThan(7_750_000)
  return files.filter(({ name }) => !name.startsWith('out/'))
}

test('Linux app: has the built files and the native module, and its package the command line @core', async () => {
  test.skip(process.platform === 'win32', 'Windows has neither file modes nor a shell for it.')
  const app = await pack('linux')
  const archive = join(app, 'resources', 'app.asar')
  expect(othersIn(archive).map(({ name }) => name)).toEqual([
    'node_modules/keytar/LICENSE.md',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/package.json',
    'node_modules/keytar/prebuilds/linux-x64/keytar.node',
    'package.json',
  ])
  const packed = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>
  expect(packed).toMatchObject({ main: 'out/main/main.js', productName: 'Clavis', homepage: 'https://git.example/a/b' })
  expect(packed).not.toHaveProperty('devDependencies')
  expect(await wrongFuses(join(app, 'clavis-app'), 'release')).toEqual([])
  expect((await stat(join(app, 'resources', 'cli', 'clavis'))).mode & 0o777).toBe(0o755)
  expect(debianArguments).toContain('scripts/packaging/command/clavis-deb.sh=/usr/bin/clavis')
  expect(debianArguments.filter((argument) => argument.includes('/usr/share/icons/')).length).toBe(8)
})

test('macOS app: has the native module beside its archive, whose hash it knows', async () => {
  test.skip(process.platform === 'win32', 'electron-builder packs for macOS on macOS and Linux only.')
  const contents = join(await pack('darwin'), 'Clavis.app', 'Contents')
  const archive = join(contents, 'Resources', 'app.asar')
  const others = othersIn(archive)
  expect(others.map(({ name }) => name)).toEqual([
    'node_modules/keytar/LICENSE.md',
    'node_modules/keytar/lib/keytar.js',
    'node_modules/keytar/package.json',
    'node_modules/keytar/prebuilds/darwin-arm64/keytar.node',
    'node_modules/keytar/prebuilds/darwin-x64/keytar.node',
    'package.json',
  ])
  expect(others.filter(({ isUnpacked }) => isUnpacked).map(({ name }) => name.split('/').at(-1))).toEqual([
    'keytar.node',
    'keytar.node',
  ])
  const hash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')
  const info = await readFile(join(contents, 'Info.plist'), 'utf8')
  expect(info).toContain(`<string>${hash}</string>`)
  expect(info).toContain('<string>app.clavis.desktop</string>')
  expect(await wrongFuses(join(contents, '..'), 'release')).toEqual([])
})

test('Windows app: has the native module for its processor', async () => {
  const app = await pack('win32')
  const others = othersIn(join(app, 'resources', 'app.asar'))
  expect(others.filter(({ isUnpacked }) => isUnpacked).map(({ name }) => name)).toEqual([
    'node_modules/keytar/prebuilds/win32-x64/keytar.node',
  ])
  expect(await wrongFuses(join(app, 'Clavis.exe'), 'release')).toEqual([])
  expect((await stat(join(app, 'resources', 'cli', 'clavis.exe'))).isFile()).toBe(true)
})

test('Packed app: the variant for tests has another name, and differs in one fuse', async () => {
  const app = await pack('win32', 'e2e')
  expect(await wrongFuses(join(app, 'Clavis E2E.exe'), 'e2e')).toEqual([])
  expect(await wrongFuses(join(app, 'Clavis E2E.exe'), 'release')).toEqual([
    'EnableNodeCliInspectArguments should be off, and is ENABLE',
  ])
})
