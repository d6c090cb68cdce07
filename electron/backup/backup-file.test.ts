import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { base64url, CompactEncrypt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { Secret } from '../keychain/secret.ts'
import { readBackupFile, rounds, sealBackup, unsealBackup } from './backup-file.ts'

const passphrase = Secret.fromText('sturdy violin crater moss')
const createdAt = '2026-11-21T12:00:00.000Z'
const content = Buffer.from('{"what":"was inside"}')
let text: string
let members: Record<string, unknown>

beforeAll(async () => {
  text = await sealBackup(content, passphrase, createdAt)
  members = JSON.parse(text) as Record<string, unknown>
})

const read = (changed: unknown): unknown => readBackupFile(Buffer.from(JSON.stringify(changed)))
const sha256 = (jwe: string): string => createHash('sha256').update(jwe).digest('hex')
const rehashed = (jwe: string): Record<string, unknown> => ({ ...members, jwe, sha256: sha256(jwe) })

test('Backup file: opens with its passphrase, and sealing the same content twice gives different files', async () => {
  const sealed = readBackupFile(Buffer.from(text))
  expect(sealed).toEqual({ jwe: members['jwe'], salt: expect.any(Uint8Array), rounds })
  expect(await unsealBackup(sealed, passphrase)).toEqual(content)
  expect(JSON.parse(await sealBackup(content, passphrase, createdAt))).not.toMatchObject({ jwe: members['jwe'] })
})

test('Backup file: a wrong passphrase fails with backup-passphrase-wrong', async () => {
  const wrong = unsealBackup(readBackupFile(Buffer.from(text)), Secret.fromText('sturdy violin crater mass'))
  await expect(wrong).rejects.toMatchObject({ code: 'backup-passphrase-wrong' })
})

test('Backup file: a newer version fails with backup-too-new', () => {
  expect(() => read({ clavisBackup: 2, whatever: true })).toThrow(expect.objectContaining({ code: 'backup-too-new' }))
})

test.each([[''], ['{}'], ['null'], ['{"clavis":1,"profiles":[]}'], ['PK\u0003\u0004'], ['{"clavisBackup":"1"']])(
  'Backup file: %j is refused as invalid or damaged',
  (given) => {
    expect(() => readBackupFile(Buffer.from(given))).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^backup-file-(?:invalid|damaged)$/u) }),
    )
  },
)

test('Backup file: is damaged wherever it was truncated', () => {
  const file = Buffer.from(text.trimEnd())
  for (let length = 20; length < file.length; length += 7)
    expect(() => readBackupFile(file.subarray(0, length)), `cut at ${length}`).toThrow(
      expect.objectContaining({ code: 'backup-file-damaged' }),
    )
})

test('Backup file: a changed byte fails, or changes nothing that matters', () => {
  const file = Buffer.from(text)
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (place, difference) => {
      const changed = Buffer.from(file)
      changed[place] = (changed[place] ?? 0) ^ difference
      try {
        expect(readBackupFile(changed)).toMatchObject({ jwe: members['jwe'] })
      } catch (error) {
        expect(error).toBeInstanceOf(ClavisError)
        expect((error as ClavisError).code).toMatch(/^backup-(?:file-invalid|file-damaged|too-new)$/u)
      }
    }),
    { numRuns: 2000 },
  )
})

describe('a hostile file', () => {
  function withHeader(header: Record<string, unknown>): Record<string, unknown> {
    const [, ...rest] = String(members['jwe']).split('.')
    return rehashed([base64url.encode(JSON.stringify(header)), ...rest].join('.'))
  }
  const p2s = base64url.encode(new Uint8Array(32))

  test.each([1, 10_000, rounds - 1, 5_000_001, 2 ** 52])('Backup file: refuses a header with %d rounds', (p2c) => {
    const file = withHeader({ alg: 'dir', enc: 'A256GCM', p2s, p2c })
    expect(() => read(file)).toThrow(expect.objectContaining({ code: 'backup-file-invalid' }))
  })

  test.each([
    { alg: 'none', enc: 'A256GCM', p2s, p2c: rounds },
    { alg: 'dir', enc: 'A128CBC-HS256', p2s, p2c: rounds },
    { alg: 'dir', enc: 'A256GCM', zip: 'DEF', p2s, p2c: rounds },
    { alg: 'dir', enc: 'A256GCM', p2s: 'AAAA', p2c: rounds },
    { alg: 'dir', enc: 'A256GCM', p2s },
  ])('Backup file: refuses the header %j', (header) => {
    const file = withHeader(header)
    expect(() => read(file)).toThrow(expect.objectContaining({ code: 'backup-file-damaged' }))
  })

  test('Backup file: does not open when its ciphertext and its checksum were both changed', async () => {
    const parts = String(members['jwe']).split('.')
    const ciphertext = base64url.decode(parts[3] ?? '')
    ciphertext[0] = (ciphertext[0] ?? 0) ^ 1
    parts[3] = base64url.encode(ciphertext)
    const sealed = readBackupFile(Buffer.from(JSON.stringify(rehashed(parts.join('.')))))
    await expect(unsealBackup(sealed, passphrase)).rejects.toMatchObject({ code: 'backup-passphrase-wrong' })
  })

  test('Backup file: does not open when it is encrypted with another key', async () => {
    const jwe = await new CompactEncrypt(content)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', p2s, p2c: rounds })
      .encrypt(new Uint8Array(32))
    const sealed = readBackupFile(Buffer.from(JSON.stringify(rehashed(jwe))))
    await expect(unsealBackup(sealed, passphrase)).rejects.toMatchObject({ code: 'backup-passphrase-wrong' })
  })
})
