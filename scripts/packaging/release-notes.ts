// `node scripts/packaging/release-notes.ts VERSION`: prints the section of CHANGELOG.md for a version.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Returns the section under a version's heading, without it. @throws if there is none */
export function releaseNotes(changelog: string, version: string): string {
  const section = changelog
    .split(/^## /mu)
    .find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return section.slice(section.indexOf('\n') + 1).trim()
}

const [, script = '', version] = process.argv
if (import.meta.filename === resolve(script)) {
  if (version === undefined) throw new Error('Name a version.')
  const changelog = readFileSync(resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  process.stdout.write(`${releaseNotes(changelog, version)}\n`)
}
