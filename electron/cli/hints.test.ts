import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { credentialWith, profileWith } from '../expiry/testing/stored-certificate.ts'
import { storeProfiles } from '../profiles/testing/store-profiles.ts'
import { commandAgainst } from './run.ts'
import { runCommand } from './testing/command-run.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-hints-'))
  const end = new Date(Date.now() + dayMs).toISOString()
  await storeProfiles(folder, [profileWith('Acme', [credentialWith('Acme', 'a', end)])])
})
afterAll(() => rm(folder, { recursive: true }))

describe.each(['clavis', 'npm run --silent clavis --'])('called as %s', (commandLine) => {
  test.each([
    [['nonsense'], `Run ${commandLine} --help for a list of commands.`],
    [['csr', 'Acme', '--subject', 'CN=a', '--out', 'a.csr'], `Create one first: ${commandLine} key create "Acme"`],
    [['certificate', 'activate', 'Acme', 'AB'], `List its certificates with: ${commandLine} certificate list "Acme"`],
    [['snapshot', 'remove', 'monday'], `\n  ${commandLine} snapshot list\n`],
    [['diff', 'monday', 'tuesday'], `\n  ${commandLine} snapshot list\n`],
  ])('Hints: %j fails and names the command that helps', async (args, hint) => {
    expect((await runCommand(folder, '', args, commandLine)).error).toContain(hint)
  })

  test('Hints: output, help and examples spell commands the same way', async () => {
    expect((await runCommand(folder, '', ['snapshot', 'list'], commandLine)).out).toContain(
      `${commandLine} list PROFILE LIST --snapshot NAME`,
    )
    expect((await runCommand(folder, '', ['key', 'attach', '--help'], commandLine)).out).toMatch(
      new RegExp(`^Usage: ${commandLine} key attach .*“${commandLine} key list”`, 'su'),
    )
    expect((await runCommand(folder, '', ['key', 'import', '--help'], commandLine)).out).toContain(
      `  ${commandLine} key import Acme acme.key\n  pass show acme/p12 | ${commandLine} key import Acme acme.p12\n`,
    )
  })

  test('--version: prints the version and nothing else', async () => {
    expect(await runCommand(folder, '', ['--version'], commandLine)).toEqual({
      code: 0,
      out: `${packageFile.version}\n`,
      error: '',
    })
  })
})

test.each([
  ['network-tls', { cause: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'authority show PROFILE'],
  ['network-tls', { cause: 'CERT_HAS_EXPIRED' }, undefined],
  ['network-proxy-login-missing', {}, 'secret set PROFILE --proxy'],
  ['disk-full', {}, undefined],
] as const)('commandAgainst: for %s with %j is %s', (code, details, command) => {
  expect(commandAgainst({ code, details })).toBe(command)
})
