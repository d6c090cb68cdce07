import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SingleInstance } from './single-instance.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clavis-instance-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Tries to take the folder's lock in another process; returns its output. */
async function takeElsewhere(): Promise<string> {
  const module = JSON.stringify(join(import.meta.dirname, 'single-instance.ts'))
  const code = `import { SingleInstance } from ${module}
    console.log(new SingleInstance(${JSON.stringify(folder)}).take(() => {}))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(child, 'close')
  return said.trim()
}

test('SingleInstance: a second app fails to take the lock, and the first is notified', async () => {
  const first = new SingleInstance(folder)
  const onSecond = vi.fn()
  expect(first.take(onSecond)).toBe(true)
  expect(first.take(onSecond)).toBe(true)
  expect(await takeElsewhere()).toBe('false')
  await expect.poll(() => onSecond.mock.calls.length).toBeGreaterThan(0)
  first.leave()
  expect(await takeElsewhere()).toBe('true')
})

test('SingleInstance: takes a lock left by a killed app', async () => {
  expect(await takeElsewhere()).toBe('true')
  expect(existsSync(join(folder, 'host-instance', 'owner'))).toBe(true)
  const next = new SingleInstance(folder)
  expect(next.take(() => undefined)).toBe(true)
  next.leave()
})

test.runIf(existsSync('/proc/self/stat'))('SingleInstance: ignores a lock whose process ID another program has', () => {
  mkdirSync(join(folder, 'host-instance'))
  writeFileSync(join(folder, 'host-instance', 'owner'), `${process.ppid} 1`)
  const next = new SingleInstance(folder)
  expect(next.take(() => undefined)).toBe(true)
  next.leave()
})
