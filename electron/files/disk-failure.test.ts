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

test('a file that was named and cannot be read is told in words of reading', async () => {
  const missing = join(folder, 'key.pem')
  await expect(readChosenFile(missing, 10)).rejects.toMatchObject({
    code: 'disk-failed',
    message: `${missing} could not be read: there is no such file.`,
    hint: 'Check the file’s name and its permissions.',
  })
  await expect(readChosenFile(folder, 10)).rejects.toThrow(`${folder} could not be read: it is a folder.`)
})

test.each([
  ['saved', 'EACCES', 'there is no permission to write there'],
  ['read', 'EACCES', 'there is no permission to read it'],
  ['saved', 'ENOENT', 'its folder is gone'],
  ['saved', 'EIO', 'the disk reports an error'],
  ['read', 'EXYZ', 'the system says EXYZ'],
] as const)('what could not be %s for %s has its reason', (action, code, reason) => {
  const { message } = diskFailure(Object.assign(new Error(), { code }), '/some/file', action)
  expect(message).toBe(`/some/file could not be ${action}: ${reason}.`)
})
