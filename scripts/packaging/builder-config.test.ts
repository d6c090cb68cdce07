import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { builderConfig, isHalfOfUniversal, signingModule } from './builder-config.ts'
import { icnsTypes, icoSizes, linuxSizes } from './icons/icon-formats.ts'

const icons = join(import.meta.dirname, 'icons')

test('builderConfig: never changes the app’s ID and name, and leaves its protections on', () => {
  const config = builderConfig('release', {})
  expect(config).toMatchObject({ appId: 'app.clavis.desktop', productName: 'Clavis', asar: true, publish: null })
  expect(config.disableAsarIntegrity).toBeUndefined()
  expect(config.linux?.target).toEqual(['AppImage', 'deb'])
  expect(config.mac?.target).toEqual([
    { target: 'dmg', arch: 'universal' },
    { target: 'zip', arch: 'universal' },
  ])
  expect(config.win?.target).toBe('nsis')
})

test('builderConfig: enables the hardened runtime with a certificate, and fails a release without one', () => {
  expect(builderConfig('release', {}).mac?.hardenedRuntime).toBe(false)
  expect(builderConfig('release', { CSC_LINK: 'certificate.p12' }).mac?.hardenedRuntime).toBe(true)
  expect(builderConfig('release', { CLAVIS_REQUIRE_SIGNING: 'true' }).forceCodeSigning).toBe(true)
})

test('builderConfig: lets both halves of the universal app have the keychain module for both processors', () => {
  // The tool's own minimatch, called as the tool calls it (dist/cjs/index.js of @electron/universal).
  const tool = createRequire(createRequire(import.meta.url).resolve('@electron/universal'))
  const { minimatch } = tool('minimatch') as {
    readonly minimatch: (path: string, pattern: string, options: { readonly matchBase: boolean }) => boolean
  }
  const pattern = builderConfig('release', {}).mac?.x64ArchFiles ?? ''
  const matches = (path: string): boolean => minimatch(path, pattern, { matchBase: true })
  for (const processor of ['x64', 'arm64'])
    for (const folder of ['app.asar.unpacked', 'cli/app'])
      expect(
        matches(`Contents/Resources/${folder}/node_modules/keytar/prebuilds/darwin-${processor}/keytar.node`),
      ).toBe(true)
  expect(matches('Contents/MacOS/Clavis')).toBe(false)
  expect(matches('Contents/Resources/cli/clavis')).toBe(false)
})

test('isHalfOfUniversal: is true for the two apps that are joined, and not for the joined one', () => {
  expect(isHalfOfUniversal({ appOutDir: '/dist/mac-universal-x64-temp' })).toBe(true)
  expect(isHalfOfUniversal({ appOutDir: '/dist/mac-universal-arm64-temp' })).toBe(true)
  expect(isHalfOfUniversal({ appOutDir: '/dist/mac-universal' })).toBe(false)
  expect(isHalfOfUniversal({ appOutDir: '/dist/mac-arm64' })).toBe(false)
})

test('builderConfig: signs for Windows with Azure, where the keys stay, with the module that the workflow pins', async () => {
  expect(builderConfig('release', { CLAVIS_AZURE_ENDPOINT: '', CLAVIS_AZURE_ACCOUNT: 'a' }).win).not.toHaveProperty(
    'signtoolOptions',
  )
  const folder = await mkdtemp(join(tmpdir(), 'clavis-sign-'))
  try {
    // Stands for PowerShell, which writes down how it is called.
    const called = join(folder, 'called')
    const shell = `#!/bin/sh\nprintf '%s\\n' "$@" "$CLAVIS_FILE_TO_SIGN" "$CLAVIS_AZURE_ACCOUNT" > '${called}'\n`
    await writeFile(join(folder, 'pwsh'), shell, { mode: 0o755 })
    const { win } = builderConfig('release', {
      ...{ CLAVIS_AZURE_ENDPOINT: 'https://weu.codesigning.azure.net/', CLAVIS_AZURE_ACCOUNT: 'a' },
      ...{ CLAVIS_AZURE_PROFILE: 'p', PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    })
    expect(win?.signtoolOptions?.signingHashAlgorithms).toEqual(['sha256'])
    const sign = win?.signtoolOptions?.sign as (options: { path: string }) => unknown
    await sign({ path: 'C:\\a folder\\clavis.exe' })
    const { name, version } = signingModule
    const [, , , script, ...given] = (await readFile(called, 'utf8')).trimEnd().split('\n')
    expect(script).toContain(`Import-Module ${name} -RequiredVersion ${version}; Invoke-TrustedSigning -Endpoint $env:`)
    expect(given).toEqual(['C:\\a folder\\clavis.exe', 'a'])
    const workflow = await readFile(join(import.meta.dirname, '../../.github/workflows/release.yml'), 'utf8')
    expect(workflow).toContain(`Install-Module ${name} -RequiredVersion ${version} `)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('App icons: match the current drawing', () => {
  const drawing = readFileSync(join(icons, 'clavis.svg'))
  expect(readFileSync(join(icons, 'clavis.svg.sha256'), 'utf8').trim(), 'Run npm run icons.').toBe(
    createHash('sha256').update(drawing).digest('hex'),
  )
})

/** Width and height of a PNG. */
const sizeOf = (png: Buffer): number[] => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('App icons: have each size that the systems need', () => {
  const ico = readFileSync(join(icons, 'clavis.ico'))
  const inIco = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt32LE(6 + 16 * index + 12))
  expect(inIco.map((offset) => sizeOf(ico.subarray(offset)))).toEqual(icoSizes.map((size) => [size, size]))

  const icns = readFileSync(join(icons, 'clavis.icns'))
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
  const inIcns = new Map<string, number[]>()
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    inIcns.set(icns.toString('latin1', at, at + 4), sizeOf(icns.subarray(at + 8)))
  expect(Object.fromEntries(inIcns)).toEqual(
    Object.fromEntries(
      Object.entries(icnsTypes).flatMap(([size, types]) => types.map((type) => [type, [Number(size), Number(size)]])),
    ),
  )

  for (const size of linuxSizes)
    expect(sizeOf(readFileSync(join(icons, 'linux', `${size}x${size}.png`)))).toEqual([size, size])
})
