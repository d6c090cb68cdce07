import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { releaseNotes } from './release-notes.ts'
import { billOfMaterials } from './sbom.ts'

const root = resolve(import.meta.dirname, '../..')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('Workflows: pass actionlint without findings', async () => {
  const linter = join(root, 'node_modules', '@tktco', 'node-actionlint', 'bin', 'node-actionlint.js')
  const run = promisify(execFile)(process.execPath, [linter, '.github/workflows/*.yml'], { cwd: root })
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  expect(stdout).toContain(`Checking ${workflows.length} workflow file(s)`)
  expect(stdout).toContain('All workflow files passed')
})

test('Workflows: pin actions by commit with their version, and grant no more than needed', () => {
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

/** Returns the jobs of a workflow: the text of each, by name. */
function jobsOf(file: string): Map<string, string> {
  const [, jobs = ''] = readFileSync(join(root, file), 'utf8').split('\njobs:\n')
  const parts = jobs.split(/^ {2}(?=[\w-]+:$)/mu).filter((part) => /^[\w-]+:\n/u.test(part))
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(':')), part]))
}

/** Returns what a job runs, command by command. */
function commandsOf(job: string): string[] {
  return job
    .split(/^ {6}- /mu)
    .flatMap((step) => /^(?: {8})?run: (?<run>(?:.|\n {10,})*)/mu.exec(step)?.groups?.['run'] ?? [])
}

test('Workflows: keep signing secrets in a job that neither builds nor tests nor runs install scripts', () => {
  const jobs = new Map(workflows.flatMap((file) => [...jobsOf(file)].map(([name, job]) => [`${file} ${name}`, job])))
  expect(jobs.size).toBe(8)
  const withSecrets = [...jobs].filter(([, job]) => /\bsecrets\b(?!:)/u.test(withoutComments(job)))
  expect(withSecrets.map(([name]) => name)).toEqual(['.github/workflows/release.yml sign'])
  // Not in the head of a workflow either, from where every job would get them.
  for (const file of workflows) {
    const [head = ''] = readFileSync(join(root, file), 'utf8').split('\njobs:\n')
    expect(withoutComments(head)).not.toMatch(/secrets/u)
  }
  const withEnvironment = [...jobs].filter(([, job]) => /^ {4}environment:/mu.test(job))
  expect(withEnvironment).toEqual(withSecrets)

  const [[, sign] = ['', '']] = withSecrets
  expect(sign).toContain('\n    environment: release\n')
  expect(sign).toContain('\n    permissions:\n      contents: read\n    strategy:\n')
  const [head = ''] = sign.split('\n    steps:\n')
  expect(head).not.toMatch(/secrets\./u)
  expect(commandsOf(sign).map((command) => command.trim())).toEqual([
    expect.stringContaining('"$RUNNER_TEMP/node-x64"'),
    'node scripts/install.mjs',
    expect.stringContaining('"$RUNNER_TEMP/notarization.p8"'),
    // Without the secrets, which only the next step gets.
    expect.stringMatching(/^Install-Module TrustedSigning -RequiredVersion /u),
    'node scripts/packaging/package-app.ts',
  ])
  expect(sign).toContain('package-manager-cache: false')
  expect(readFileSync(join(root, 'scripts/prepare.mjs'), 'utf8')).toMatch(/'npm', \['ci', '--ignore-scripts'/u)
})

test('Release workflow: the build job gets only the code', () => {
  const build = jobsOf('.github/workflows/release.yml').get('build') ?? ''
  expect(build).toContain('\n    permissions:\n      contents: read\n    steps:\n')
  expect(build).not.toContain('github.token')
  expect(commandsOf(build).map((command) => command.trim())).toContain('npm run build')
})

function withoutComments(text: string): string {
  return text.replace(/^\s*#.*$/gmu, '')
}

test('billOfMaterials: lists what is in the app, with hashes', () => {
  const { components } = billOfMaterials(new Date(0)) as { components: { name: string; hashes?: unknown }[] }
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['electron', 'react', 'zod', '@github/keytar']),
  )
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([])
})

test('releaseNotes: returns the notes of the version', () => {
  const changelog = '# Changelog\n\n## 1.1.0 (2026-12-01)\n\n- New\n\n## 1.0.0\n\n- First\n'
  expect(releaseNotes(changelog, '1.1.0')).toBe('- New')
  expect(releaseNotes(changelog, '1.0.0')).toBe('- First')
  expect(() => releaseNotes(changelog, '2.0.0')).toThrow('no section for 2.0.0')
})
