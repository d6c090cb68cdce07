import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatasetFiles } from './dataset-files.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'clavis-runs-')), 'runs')
})
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true })
})

test('a dataset’s file is private and empty, and is removed with it', async () => {
  const files = new DatasetFiles(folder)
  const file = await files.create('run-1')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const { mode, size } = await stat(file)
  expect([mode & 0o777, size]).toEqual([0o600, 0])
  await files.remove(file)
  await files.remove(file)
  expect(await readdir(folder)).toEqual([])
})

test('files of dead processes are removed, those of running ones and other files stay', async () => {
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  const living = process.ppid
  await mkdir(folder)
  const names = [
    `${dead.pid ?? 0}-a.records`,
    `${process.pid}-left.records`,
    `${living}-b.records`,
    'notes.txt',
    '0-c.records',
  ]
  for (const name of names) await writeFile(join(folder, name), 'x')
  const files = new DatasetFiles(folder)
  await files.create('mine')
  await files.create('mine-too')
  expect((await readdir(folder)).toSorted()).toEqual(
    [
      `${living}-b.records`,
      `${process.pid}-mine.records`,
      `${process.pid}-mine-too.records`,
      '0-c.records',
      'notes.txt',
    ].toSorted(),
  )
})

test('a folder that cannot be created is a typed error', async () => {
  await writeFile(folder, 'in the way')
  await expect(new DatasetFiles(folder).create('run-1')).rejects.toMatchObject({ code: 'disk-failed' })
})
