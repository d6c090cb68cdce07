import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builderConfig } from './builder-config.ts'
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
