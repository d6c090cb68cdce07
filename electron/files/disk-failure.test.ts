import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskFailure } from './disk-failure.ts'
import { readChosenFile } from './read-chosen-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-disk-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('readChosenFile: reports an unreadable file that the person named as a failed read', async () => {
  const missing = join(folder, 'key.pem')
  await expect(readChosenFile(missing, 10)).rejects.toMatchObject({
    code: 'disk-failed',
    message: `${missing} could not be read: the file does not exist.`,
    hint: 'Check the file name and its permissions.',
  })
  await expect(readChosenFile(folder, 10)).rejects.toThrow(`${folder} could not be read: it is a folder.`)
})

test.each([
  ['saved', 'EACCES', 'you don’t have permission to write there'],
  ['read', 'EACCES', 'you don’t have permission to read it'],
  ['saved', 'ENOENT', 'its folder does not exist'],
  ['saved', 'EIO', 'the disk reported an error'],
  ['read', 'EXYZ', 'system error EXYZ'],
] as const)('diskFailure: names the reason why a file could not be %s: %s', (action, code, reason) => {
  const { message } = diskFailure(Object.assign(new Error(), { code }), '/some/file', action)
  expect(message).toBe(`/some/file could not be ${action}: ${reason}.`)
})
