import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireAsSaved, savedFileAt } from './saved-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-saved-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function written(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, 'x')
  return path
}

test.each([
  ['list.xlsx', 'xlsx', true],
  ['list.CSV', 'csv', true],
  ['list.ndjson', 'ndjson', true],
  // A spreadsheet would calculate `=1+1` of `{"a":"x,=1+1,"}`.
  ['list.csv', 'ndjson', false],
  ['list.xlsx', 'csv', false],
  ['list.desktop', 'csv', false],
  ['list.csv.exe', 'csv', false],
  ['list.xlsm', 'xlsx', false],
  ['list.html', 'csv', false],
  ['list', 'csv', false],
] as const)('savedFileAt: %s, written as %s, may be opened: %s', async (name, ending, canOpen) => {
  expect(await savedFileAt(await written(name), ending)).toMatchObject({ canOpen })
})

test('savedFileAt: a file with formulas is not opened, and one that was moved meanwhile is saved all the same', async () => {
  const path = await written('list.csv')
  expect(await savedFileAt(path, 'csv', true)).toMatchObject({ path, canOpen: false })
  expect(await savedFileAt(path, 'csv', false)).toMatchObject({ canOpen: true })
  await rm(path)
  expect(await savedFileAt(path, 'csv')).toEqual({ path, canOpen: false, version: '' })
})

test('savedFileAt: a link may be opened only if the file behind it may be', async () => {
  for (const [name, target, canOpen] of [
    ['a.csv', 'run.sh', false],
    ['run.desktop', 'b.csv', false],
    ['c.csv', 'd.csv', true],
  ] as const) {
    const path = join(folder, name)
    await symlink(await written(target), path)
    expect(await savedFileAt(path, 'csv')).toMatchObject({ canOpen })
  }
})

test('requireAsSaved: accepts the file as it was written, and refuses another, a changed one and none', async () => {
  const path = await written('list.csv')
  const file = await savedFileAt(path, 'csv')
  await requireAsSaved(file)
  await rename(await written('other.csv'), path)
  await expect(requireAsSaved(file)).rejects.toMatchObject({
    code: 'disk-failed',
    message: 'list.csv has changed since it was saved, so Clavis doesn’t open it.',
  })
  await writeFile(path, 'longer')
  await expect(requireAsSaved(await savedFileAt(path, 'csv'))).resolves.toBeUndefined()
  await rm(path)
  await expect(requireAsSaved(file)).rejects.toMatchObject({
    message: 'list.csv is no longer there, so Clavis doesn’t open it.',
  })
})
