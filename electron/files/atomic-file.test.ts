import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, lstat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runWithinFileSize } from '../testing/file-size-limit.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { diskFailure } from './disk-failure.ts'

const program = join(import.meta.dirname, 'testing', 'write-within-limit.ts')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-file-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('writeFileAtomically: creates missing folders, and only the owner can read the file', async () => {
  const path = join(folder, 'a', 'b', 'file.json')
  await writeFileAtomically(path, 'content')
  expect(await readFile(path, 'utf8')).toBe('content')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700)
})

test('writeFileAtomically: replaces the old content and leaves no other file behind', async () => {
  const path = join(folder, 'file.json')
  await writeFileAtomically(path, 'old and long')
  await writeFileAtomically(path, new TextEncoder().encode('new'))
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('writeFileAtomically: writes through a symbolic link instead of replacing it', async () => {
  const real = join(folder, 'real.json')
  const link = join(folder, 'link.json')
  await writeFile(real, 'old')
  await symlink(real, link)
  await writeFileAtomically(link, 'new')
  expect(await readFile(real, 'utf8')).toBe('new')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
})

test('writeFileAtomically: writes through links to a missing file, also through linked folders', async () => {
  await mkdir(join(folder, 'there', 'deep'), { recursive: true })
  await symlink(join('there', 'deep'), join(folder, 'linked'))
  await symlink(join('..', 'other.json'), join(folder, 'there', 'deep', 'first'))
  await symlink(join('linked', 'first'), join(folder, 'second'))
  await writeFileAtomically(join(folder, 'second'), 'new')
  expect(await readFile(join(folder, 'there', 'other.json'), 'utf8')).toBe('new')
  expect((await lstat(join(folder, 'second'))).isSymbolicLink()).toBe(true)
  expect((await readdir(folder)).toSorted()).toEqual(['linked', 'second', 'there'])
})

test('writeFileAtomically: fails on a loop of links and leaves it alone', async () => {
  await symlink('b', join(folder, 'a'))
  await symlink('a', join(folder, 'b'))
  await expect(writeFileAtomically(join(folder, 'a'), 'new')).rejects.toMatchObject({ code: 'disk-failed' })
  expect((await lstat(join(folder, 'a'))).isSymbolicLink()).toBe(true)
})

test('writeFileAtomically: concurrent writers leave one complete content', async () => {
  const path = join(folder, 'file.json')
  const contents = Array.from({ length: 12 }, (_, index) => String(index).repeat(50_000))
  await Promise.all(contents.map((content) => writeFileAtomically(path, content)))
  expect(contents).toContain(await readFile(path, 'utf8'))
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('writeFileAtomically: fails with disk-full over the size limit, keeps the old content, leaves no other file', async () => {
  const path = join(folder, 'file.json')
  await writeFile(path, 'old')
  expect(JSON.parse(await runWithinFileSize(program, path, '100000'))).toMatchObject({
    code: 'disk-full',
    details: { path },
  })
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('writeFileAtomically: writes a file within the size limit', async () => {
  const path = join(folder, 'file.json')
  expect(JSON.parse(await runWithinFileSize(program, path, '1000'))).toEqual({ ok: true })
  expect((await stat(path)).size).toBe(1000)
})

test('writeFileAtomically: fails with disk-failed when a file is in place of the folder', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(writeFileAtomically(join(folder, 'file', 'x.json'), 'x')).rejects.toMatchObject({
    code: 'disk-failed',
  })
})

test('writeFileAtomically: fails with disk-failed when a folder is in place of the file, and keeps the folder', async () => {
  await mkdir(join(folder, 'x.json'))
  await writeFile(join(folder, 'x.json', 'inside'), '')
  await chmod(join(folder, 'x.json'), 0o700)
  await expect(writeFileAtomically(join(folder, 'x.json'), 'x')).rejects.toMatchObject({ code: 'disk-failed' })
  expect(await readdir(folder)).toEqual(['x.json'])
})

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EFBIG', 'disk-full'],
  ['EACCES', 'disk-failed'],
  ['EROFS', 'disk-failed'],
  ['EXYZ', 'disk-failed'],
])('diskFailure: turns the system’s %s into %s', (code, expected) => {
  const error = Object.assign(new Error('x'), { code })
  expect(diskFailure(error, '/data/profiles.json', 'saved')).toMatchObject({ code: expected })
})
