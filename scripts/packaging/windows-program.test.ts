import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Format, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { brandProgram, removeSignature } from './windows-program.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const icon = join(import.meta.dirname, 'icons', 'clavis.ico')
const canSign = existsSync('/usr/bin/osslsigncode')

let folder = ''
const file = (name: string): string => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-pe-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes a small Windows program, with the mark behind which postject notes that it has a script. */
async function writeProgram(): Promise<void> {
  const program = await readFile(join(root, 'node_modules/electron-winstaller/vendor/Setup.exe'))
  // Into the text that DOS would print.
  program.write('CLAVIS_FUSE:0', 0x4e)
  await writeFile(file('node.exe'), program)
}

async function sign(from: string, to: string): Promise<void> {
  const subject = ['-subj', '/CN=Test', '-addext', 'extendedKeyUsage=codeSigning']
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', file('key.pem')]
  await run('openssl', ['req', '-x509', ...key, '-out', file('certificate.pem'), '-days', '30', ...subject])
  const signer = ['-certs', file('certificate.pem'), '-key', file('key.pem')]
  await run('osslsigncode', ['sign', ...signer, '-in', file(from), '-out', file(to)])
}

async function addScript(program: string): Promise<void> {
  await writeFile(file('script'), 'x'.repeat(100_000))
  const postject = join(root, 'node_modules/postject/dist/cli.js')
  const sentinel = ['--sentinel-fuse', 'CLAVIS_FUSE']
  await run(process.execPath, [postject, file(program), 'NODE_SEA_BLOB', file('script'), ...sentinel])
}

async function read(program: string): Promise<{ executable: NtExecutable; signatureEnd: number; size: number }> {
  const bytes = await readFile(file(program))
  const executable = NtExecutable.from(bytes, { ignoreCert: true })
  const directory = executable.newHeader.optionalHeaderDataDirectory
  const { virtualAddress, size } = directory.get(Format.ImageDirectoryEntry.Certificate)
  return { executable, signatureEnd: virtualAddress + size, size: bytes.length }
}

test.skipIf(!canSign)('Windows program: can be signed after a script was added to a signed one', async () => {
  await writeProgram()
  await sign('node.exe', 'signed.exe')
  await writeFile(file('clavis.exe'), await readFile(file('signed.exe')))
  removeSignature(file('clavis.exe'))
  expect(await read('clavis.exe')).toMatchObject({ signatureEnd: 0 })
  await addScript('clavis.exe')
  brandProgram(file('clavis.exe'), icon)
  await sign('clavis.exe', 'release.exe')
  const { stdout } = await run('osslsigncode', ['verify', '-CAfile', file('certificate.pem'), file('release.exe')])
  expect(stdout).toContain('Signature verification: ok')
  expect((await readFile(file('release.exe'))).includes('x'.repeat(100_000))).toBe(true)

  // What happens otherwise: the signature is no longer at the end.
  await addScript('signed.exe')
  const { signatureEnd, size } = await read('signed.exe')
  expect(signatureEnd).toBeGreaterThan(0)
  expect(signatureEnd).toBeLessThan(size)
})

test('Windows program: has Clavis’s name, version and icon', async () => {
  await writeProgram()
  brandProgram(file('node.exe'), icon)
  const { entries } = NtExecutableResource.from((await read('node.exe')).executable)
  const [info] = Resource.VersionInfo.fromEntries(entries)
  expect(info?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
    FileDescription: 'Clavis command line',
    ProductName: 'Clavis',
    ProductVersion: `${packageFile.version}.0`,
    OriginalFilename: 'clavis.exe',
  })
  for (const group of Resource.IconGroupEntry.fromEntries(entries)) expect(group.icons).toHaveLength(7)
})
