import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Files and folders that SECURITY.md names, in its evidence and in links. */
const named = [
  ...read('SECURITY.md').matchAll(/`(?<path>[\w.-]+\/[\w./-]*)`/gu),
  ...read('SECURITY.md').matchAll(/\]\((?<path>[^)#:]+)/gu),
].map(({ groups }) => groups?.['path'] ?? '')

interface Rule {
  readonly pattern: string
  readonly owners: readonly string[]
}

const rules = read('.github/CODEOWNERS')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Rule => {
    const [pattern = '', ...owners] = line.split(/\s+/u)
    return { pattern, owners }
  })

/** Returns whether a rule is for a path: the file itself, or what is in a folder. */
function isFor({ pattern }: Rule, path: string): boolean {
  if (pattern === '*') return true
  return pattern.endsWith('/') ? `/${path}`.startsWith(pattern) : `/${path}` === pattern
}

test('CODEOWNERS: security reviews everything that SECURITY.md names', () => {
  expect(named.length).toBeGreaterThan(30)
  const uncovered = ['SECURITY.md', '.github/CODEOWNERS', ...named].filter(
    // The last rule that fits counts.
    (path) => rules.findLast((rule) => isFor(rule, path))?.owners.includes('@clavis/security') !== true,
  )
  expect(uncovered).toEqual([])
})

test('CODEOWNERS and SECURITY.md: every path that they name exists', () => {
  const ruled = rules.map(({ pattern }) => pattern.replace(/^[/*]/u, ''))
  expect([...named, ...ruled].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
