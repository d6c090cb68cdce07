import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readChosenFile, readWithin, tooLarge } from './read-chosen-file.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-chosen-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('readChosenFile: reads a file up to its limit and refuses one more byte', async () => {
  const path = join(folder, 'file')
  await writeFile(path, 'twelve bytes')
  expect(String(await readChosenFile(path, 12))).toBe('twelve bytes')
  expect(await readWithin(path, 11)).toBe(tooLarge)
  await expect(readChosenFile(path, 11)).rejects.toMatchObject({
    code: 'input-invalid',
    details: { path, limit: 11 },
  })
})

test('readWithin: reads an endless file no further than the limit', async () => {
  expect(await readWithin('/dev/zero', 1_000_000)).toBe(tooLarge)
})

test('readWithin: reads a whole system file that reports no size', async () => {
  expect(String(await readWithin('/proc/self/status', 1_000_000))).toContain('Name:')
})

test('readWithin: refuses a sparse file of a terabyte by its size', async () => {
  const path = join(folder, 'sparse')
  await promisify(execFile)('truncate', ['-s', '1T', path])
  expect(await readWithin(path, 5_000_000)).toBe(tooLarge)
})

test('readWithin: reads a pipe up to the limit, and does not block when it has no writer', async () => {
  const pipe = join(folder, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  expect(await readWithin(pipe, 100)).toEqual(Buffer.alloc(0))
  const writer = await open(pipe, 'r+')
  const reading = readWithin(pipe, 4)
  await writer.write('a key')
  expect(await reading).toBe(tooLarge)
  await writer.close()
})

test('readWithin: reads a shell’s pipe to its end', async () => {
  const script = "import { readWithin } from '" + join(import.meta.dirname, 'read-chosen-file.ts') + "'\n"
  const reading = `${script} console.log(String(await readWithin(process.argv[1], 100)))`
  const shell = '"$0" --input-type=module -e "$1" <(printf "a key")'
  const { stdout } = await promisify(execFile)('bash', ['-c', shell, process.execPath, reading])
  expect(stdout).toBe('a key\n')
})
