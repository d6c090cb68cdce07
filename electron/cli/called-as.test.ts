import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { invocationOf } from './called-as.ts'

const root = join(import.meta.dirname, '..', '..')
const ofCheckout = 'npm run --silent clavis --'

test.each([
  ['by its name', {}, { commandLine: 'clavis' }],
  [
    'through npm, from another folder',
    { npm_lifecycle_event: 'clavis', npm_package_name: 'clavis', INIT_CWD: '/home/ada' },
    { commandLine: ofCheckout, folder: '/home/ada' },
  ],
  [
    'by another project’s script',
    { npm_lifecycle_event: 'clavis', npm_package_name: 'other', INIT_CWD: '/home/ada' },
    { commandLine: 'clavis' },
  ],
  ['by npx, which would download a package', { npm_lifecycle_event: 'npx' }, { commandLine: ofCheckout }],
])('invocationOf: recognizes how Clavis was called, %s', (_how, env, invocation) => {
  expect(invocationOf(env)).toEqual(invocation)
})

test('Texts: none spells out a command line, because it depends on how Clavis was installed', () => {
  const commands =
    'profile|secret|key|csr|certificate|backup|token|authority|call|list|snapshot|diff|doctor|expiry|practice'
  const named = new RegExp(`\\bclavis (?:${commands})`, 'u')
  const found = ['electron', 'shared', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name) && !name.includes('.test.'))
      .flatMap((name) =>
        readFileSync(join(root, folder, name), 'utf8')
          // Examples of the help name the command line as it was called.
          .replaceAll(/\.examples\((?:[^()]|\([^()]*\))*\)/gu, '')
          .split('\n')
          .filter((line) => named.test(line) && !/^\s*(?:\/\/|\/?\*)/u.test(line))
          .map((line) => `${folder}/${name}: ${line.trim()}`),
      ),
  )
  expect(found).toEqual([])
})
