import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeLeftFiles, writeFileAtomically } from './atomic-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-left-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Something that has rested for so many minutes. */
async function rested(name: string, minutes: number, isFolder = false): Promise<void> {
  const path = join(folder, name)
  await (isFolder ? mkdir(path) : writeFile(path, 'x'))
  const then = Date.now() / 1000 - minutes * 60
  await utimes(path, then, then)
}

test('Left files: are removed when unchanged for an hour; everything else stays', async () => {
  await rested('left', 61)
  await rested('left too', 61, true)
  await rested('left by whom?', 59)
  await rested('someone’s', 600)
  await rested('left full', 61, true)
  await writeFile(join(folder, 'left full', 'x'), '')
  const then = Date.now() / 1000 - 3700
  await utimes(join(folder, 'left full'), then, then)
  await removeLeftFiles(folder, (name) => name.startsWith('left'))
  expect((await readdir(folder)).toSorted()).toEqual(['left by whom?', 'left full', 'someone’s'])
  await removeLeftFiles(join(folder, 'none'), () => true)
})

test('Left files: temporary files of killed processes are removed at the next write to their folder', async () => {
  await rested('.mine.json.0123456789ab.tmp', 61)
  await rested('.mine.json.0123456789ac.tmp', 1)
  await rested('.other.json.0123456789ab.tmp', 61)
  await rested('.mine.json.tmp', 61)
  await rested('.4194305-0123456789ab.clavis.tmp', 61)
  await rested(`.${process.pid}-0123456789ac.clavis.tmp`, 61)
  await rested('.4194305-0123456789ad.clavis.tmp', 59)
  await writeFileAtomically(join(folder, 'mine.json'), 'new')
  expect((await readdir(folder)).toSorted()).toEqual([
    '.4194305-0123456789ad.clavis.tmp',
    '.mine.json.0123456789ac.tmp',
    '.mine.json.tmp',
    '.other.json.0123456789ab.tmp',
    'mine.json',
  ])
})
