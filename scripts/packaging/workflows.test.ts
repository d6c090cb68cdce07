import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { billOfMaterials } from './sbom.ts'
import { releaseNotes } from './release-notes.ts'

const root = resolve(import.meta.dirname, '../..')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('actionlint finds nothing in the workflows', async () => {
  const linter = join(root, 'node_modules', '@tktco', 'node-actionlint', 'bin', 'node-actionlint.js')
  const run = promisify(execFile)(process.execPath, [linter, '.github/workflows/*.yml'], { cwd: root })
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  expect(stdout).toContain(`Checking ${workflows.length} workflow file(s)`)
  expect(stdout).toContain('All workflow files passed')
})

test('actions are pinned by commit and name their version, and get no more than they need', () => {
  expect(workflows.length).toBe(2)
  for (const file of workflows) {
    const text = readFileSync(join(root, file), 'utf8')
    const uses = [...text.matchAll(/uses: (?<action>.*)$/gmu)].map(({ groups }) => groups?.['action'])
    expect(uses.length).toBeGreaterThan(5)
    for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u)
    expect(text).toContain('\npermissions:\n  contents: read\n')
    const checkouts = text.split('uses: actions/checkout@').slice(1)
    for (const checkout of checkouts) expect(checkout.slice(0, 150)).toContain('persist-credentials: false')
  }
})

test('the bill of materials names what is in the app, with hashes', () => {
  const { components } = billOfMaterials(new Date(0)) as { components: { name: string; hashes?: unknown }[] }
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['electron', 'react', 'zod', '@github/keytar']),
  )
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([])
})

test('a release has the notes of its version', () => {
  const changelog = '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- New\n\n## 1.0.0\n\n- First\n'
  expect(releaseNotes(changelog, '1.1.0')).toBe('- New')
  expect(releaseNotes(changelog, '1.0.0')).toBe('- First')
  expect(() => releaseNotes(changelog, '2.0.0')).toThrow('no section for 2.0.0')
})
