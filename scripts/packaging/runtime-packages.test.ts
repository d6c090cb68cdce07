import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runtimePackages } from './runtime-packages.ts'

const packages = runtimePackages(resolve(import.meta.dirname, '../..'))

/**
 * Licenses that allow Clavis to be given away without its source. Another one needs a decision, here, before its package is used.
 */
const accepted = new Set(['MIT', 'ISC', '0BSD', 'BSD-3-Clause', 'BlueOak-1.0.0', 'OFL-1.1', 'CC0-1.0'])

/**
 * Packages with another license, for which it was decided. Apache-2.0 allows the same if its text is included, as it is; these have no NOTICE
 * file (docs/decisions/079-agents.md).
 */
const decided: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/core': 'Apache-2.0',
  '@modelcontextprotocol/server': 'Apache-2.0',
}

/** Whether a package's license, or one that may be chosen instead of it, is accepted. */
const isAccepted = ({ name, license }: (typeof packages)[number]): boolean =>
  decided[name] === license ||
  license
    .replaceAll(/[()]/gu, '')
    .split(' OR ')
    .some((each) => accepted.has(each))

test('Runtime packages: each package in the app has an accepted license', () => {
  expect(packages.filter((each) => !isAccepted(each)).map(({ name, license }) => [name, license])).toEqual([])
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['electron', 'react', 'zod', '@github/keytar', 'node-forge', 'undici']),
  )
  expect(packages.map(({ name }) => name)).not.toContain('vitest')
})

test('Runtime packages: all but two bring their license text', () => {
  const without = packages.filter(({ licenseText }) => licenseText.length < 200).map(({ name }) => name)
  expect(without).toEqual(['react-remove-scroll-bar', 'saxes'])
})
