import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DatasetFiles } from './dataset-files.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'clavis-runs-')), 'runs')
})
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true })
})

test('DatasetFiles: creates a private, empty file and removes it', async () => {
  const files = new DatasetFiles(folder)
  const file = await files.create('dataset-1')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const { mode, size } = await stat(file)
  expect([mode & 0o777, size]).toEqual([0o600, 0])
  await files.remove(file)
  await files.remove(file)
  await files.end()
  expect(await readdir(folder)).toEqual([])
})

test('DatasetFiles: removes only dead processes’ files of earlier versions', async () => {
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
  const mine = [await files.create('mine'), await files.create('mine-too')].map((path) => basename(path))
  expect((await readdir(folder)).filter((name) => !name.includes('.held')).toSorted()).toEqual(
    [...mine, `${living}-b.records`, '0-c.records', 'notes.txt'].toSorted(),
  )
  await files.end()
})

test('DatasetFiles: keeps files of a paused process until it is killed, even if its process ID is reused', async () => {
  const program = `
    const { DatasetFiles } = await import(${JSON.stringify(join(import.meta.dirname, 'dataset-files.ts'))})
    await new DatasetFiles(${JSON.stringify(folder)}).create('theirs')
    console.log('created')
    setInterval(() => undefined, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  other.kill('SIGSTOP')
  const theirs = (await readdir(folder)).find((name) => name.endsWith('.records')) ?? ''
  const first = new DatasetFiles(folder)
  await first.create('mine')
  expect(await readdir(folder)).toContain(theirs)
  await first.end()

  other.kill('SIGKILL')
  await once(other, 'exit')
  const [pid = '', ...rest] = theirs.split('.')
  expect(Number(pid)).toBe(other.pid)
  const reused = [process.ppid, ...rest].join('.')
  await rename(join(folder, theirs), join(folder, reused))
  const second = new DatasetFiles(folder)
  await second.create('mine')
  expect(await readdir(folder)).not.toContain(reused)
  await second.end()
})

test('DatasetFiles: creates a removed folder again, with the lock', async () => {
  const files = new DatasetFiles(folder)
  await files.create('one')
  await rm(folder, { recursive: true })
  const file = await files.create('two')
  const other = new DatasetFiles(folder)
  await other.create('three')
  expect(await readdir(folder)).toContain(basename(file))
  await Promise.all([files.end(), other.end()])
})

test('DatasetFiles: fails with a typed error if the folder cannot be created', async () => {
  await writeFile(folder, 'in the way')
  await expect(new DatasetFiles(folder).create('dataset-1')).rejects.toMatchObject({ code: 'disk-failed' })
})
