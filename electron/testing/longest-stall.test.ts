import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { BackupService } from '../backup/backup-service.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import {
  pbes1Key,
  pbes2Key,
  pemOf,
  pkcs7,
  rsaKey,
  scryptKey,
  sequenceOf,
} from '../credentials/import/testing/hostile-files.ts'
import { Secret } from '../keychain/secret.ts'
import { importProfileFile, previewProfileFile } from '../profiles/profile-import.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { KeyUses } from '../requests/key-uses.ts'
import { Database } from '../store/database.ts'
import { expectNoStall } from './stall-watch.ts'
import { startTestServices, type TestServices } from './test-services.ts'

let services: TestServices
let profileId: string

beforeAll(async () => {
  services = await startTestServices()
  profileId = (await services.newProfile({ tokenUrl: 'https://login.example.com/token' })).id
  // Compiling and loading on first use doesn't count as a stall of the work.
  await services.credentials.imports.import([contentOfText('nothing')], { profileId })
})
afterAll(() => services.end())

test('Main process: does not stall while hostile files are imported', async () => {
  const locked = (key: Buffer): string => pemOf('ENCRYPTED PRIVATE KEY', key)
  for (const [name, text] of Object.entries({
    passphrases: [pbes1Key(100_000), pbes2Key(1_000_000), scryptKey(65_536, 8, 1)].map(locked).join(''),
    elements: Buffer.alloc(4_800_000, Buffer.of(0x30, 0)),
    certificates: pkcs7(Buffer.alloc(4_800_000, sequenceOf())),
    modulus: rsaKey(1_000_000),
    blocks: '-----BEGIN A-----'.repeat(250_000),
  }))
    await expectNoStall(name, () =>
      services.credentials.imports.import([{ name, bytes: Buffer.from(text) }], { profileId }),
    )
})

const subject = {
  ...{ commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '' },
  ...{ country: '', emailAddress: '' },
}

test('Main process: does not stall while keys are created, CSRs signed, and profiles backed up and restored', async () => {
  for (const size of [2048, 3072, 4096] as const) {
    let id = ''
    await expectNoStall(`key of ${size} bits`, async () => {
      id = (await services.credentials.createKey(profileId, size)).id
    })
    await expectNoStall(`CSR of ${size} bits`, () => services.credentials.createRequest(profileId, id, subject, []))
  }
  const passphrase = Secret.fromText('six unrelated words for a test')
  let file = ''
  await expectNoStall('backup', async () => {
    ;({ file } = await services.backup.create([profileId], passphrase, { leaveOutMissing: false }))
  })
  await expectNoStall('preview', () => services.backup.preview(Buffer.from(file), passphrase))
  await expectNoStall('restore', () =>
    services.backup.restore(Buffer.from(file), passphrase, [{ profileId, choice: { kind: 'replace' } }]),
  )
})

test('Main process: does not stall while a thousand profiles are saved and backed up', async () => {
  const settings = {
    ...defaultProfileSettings('jwt'),
    ...{ environment: 'client-testing', clientId: 'acme', tokenUrl: 'https://login.example.com/token' },
  }
  const fileOf = (count: number): string =>
    JSON.stringify({ clavis: 1, profiles: Array.from({ length: count }, () => ({ ...settings, name: randomUUID() })) })
  const folder = await mkdtemp(join(tmpdir(), 'clavis-stall-'))
  const now = Date.now
  const profiles = new ProfileStore({ database: new Database({ folder }), now, newId: randomUUID })
  const keyUses = new KeyUses({ activity: services.activity, now })
  const backup = new BackupService({ profiles, keychain: services.keychain, keyUses, now, newId: randomUUID })
  const thousand = fileOf(1000)
  await expectNoStall('a file of 1,000 profiles', () => importProfileFile(profiles, thousand))
  await expectNoStall('one more profile', () => importProfileFile(profiles, fileOf(1)))
  const [first, ...others] = await profiles.list()
  expect(others).toHaveLength(1000)
  await expectNoStall('a profile that is duplicated', () => profiles.duplicate(first?.profile.id ?? '', 'Another'))
  const passphrase = Secret.fromText('six unrelated words for a test')
  const profileIds = others.slice(0, 100).map(({ profile }) => profile.id)
  let file = ''
  await expectNoStall('a backup of 100', async () => {
    ;({ file } = await backup.create(profileIds, passphrase, { leaveOutMissing: true }))
  })
  await expectNoStall('a preview of 100', () => backup.preview(Buffer.from(file), passphrase))
  await profiles.database.end()
  await rm(folder, { recursive: true })
})

/** Creates certificates that differ only in their signatures. */
async function numberedCertificates(count: number): Promise<string[]> {
  await services.activateCredential(profileId)
  const { raw } = new X509Certificate(await readFile(join(services.folder, 'ca.pem')))
  return Array.from({ length: count }, (_, number) => {
    const der = Buffer.from(raw)
    der.writeUInt32BE(number, der.length - 4)
    return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----`
  }).slice(0, Math.floor(4_900_000 / (raw.length * 1.4 + 60)))
}

test('Main process: does not stall while hostile profile files and backups are refused', async () => {
  const envelope = (content: string): Buffer => Buffer.from(`{"clavisBackup":1,"jwe":${content}}`)
  const passphrase = Secret.fromText('six unrelated words for a test')
  const nothing = (): undefined => undefined
  for (const [name, content] of Object.entries({
    'empty objects': `[${'{},'.repeat(1_600_000)}{}]`,
    'nested arrays': '['.repeat(4_900_000),
  })) {
    await expectNoStall(`profiles of ${name}`, () =>
      importProfileFile(services.profiles, `{"clavis":1,"profiles":${content}}`).then(nothing, nothing),
    )
    await expectNoStall(`a backup of ${name}`, () =>
      services.backup.preview(envelope(content), passphrase).then(nothing, nothing),
    )
  }
  const few = `{"clavis":1,"profiles":[${'{},'.repeat(1_000)}{}]}`
  await expect(importProfileFile(services.profiles, few)).rejects.toMatchObject({ code: 'profile-file-invalid' })
  const entry = { environment: 'production', clientId: 'acme', tokenUrl: 'https://login.example.com/token' }
  const authorities = await numberedCertificates(7000)
  const manyAuthorities = JSON.stringify({
    clavis: 1,
    profiles: [{ ...entry, name: 'Acme', certificateAuthorities: authorities }],
  })
  await expectNoStall('a preview of authorities', async () => {
    await setImmediate()
    expect(() => previewProfileFile(manyAuthorities)).toThrow('different certificate authorities')
  })
  const shared = Array.from({ length: 500 }, (_, index) => ({
    ...{ ...entry, name: `Acme ${index}`, certificateAuthorities: authorities.slice(0, 1) },
  }))
  expect(previewProfileFile(JSON.stringify({ clavis: 1, profiles: shared }))).toHaveLength(500)
  const members = Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',')
  await expectNoStall('profiles of unknown members', () =>
    importProfileFile(services.profiles, `{"clavis":1,"profiles":[{${members}}]}`).then(nothing, nothing),
  )
})
