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
  ['list.xlsx', true],
  ['list.CSV', true],
  ['list.ndjson', true],
  ['list.desktop', false],
  ['list.csv.exe', false],
  ['list.xlsm', false],
  ['list.html', false],
  ['list', false],
])('savedFileAt: %s may be opened: %s', async (name, canOpen) => {
  expect(await savedFileAt(await written(name))).toMatchObject({ canOpen })
})

test('savedFileAt: a link may be opened only if the file behind it may be', async () => {
  for (const [name, target, canOpen] of [
    ['a.csv', 'run.sh', false],
    ['run.desktop', 'b.csv', false],
    ['c.csv', 'd.csv', true],
  ] as const) {
    const path = join(folder, name)
    await symlink(await written(target), path)
    expect(await savedFileAt(path)).toMatchObject({ canOpen })
  }
})

test('requireAsSaved: accepts the file as it was written, and refuses another, a changed one and none', async () => {
  const path = await written('list.csv')
  const file = await savedFileAt(path)
  await requireAsSaved(file)
  await rename(await written('other.csv'), path)
  await expect(requireAsSaved(file)).rejects.toMatchObject({
    code: 'disk-failed',
    message: 'list.csv has changed since it was saved, so Clavis doesn’t open it.',
  })
  await writeFile(path, 'longer')
  await expect(requireAsSaved(await savedFileAt(path))).resolves.toBeUndefined()
  await rm(path)
  await expect(requireAsSaved(file)).rejects.toMatchObject({
    message: 'list.csv is no longer there, so Clavis doesn’t open it.',
  })
})
