import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { describeFault, FaultLog } from './fault-log.ts'

const secrets = [
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhY21lIn0.c2lnbmF0dXJl',
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----',
  'https://ada:hush@pay.example.com/token?code=s3cret#part',
  'sturdy violin crater moss',
  'x\n    at hunter2 (/home/ada/hunter2.js:1:1)',
]

/** Faults that carry a secret wherever an error can. */
function leakyFaults(secret: string): unknown[] {
  const renamed = Object.assign(new TypeError(secret), { name: secret, code: secret, detail: secret })
  const rewritten = new RangeError('other')
  rewritten.stack = `RangeError: ${secret}\n    at ${secret} (${secret}:1:1)`
  class Secretive extends Error {
    override get message(): string {
      throw new Error(secret)
    }
  }
  return [
    new Error(secret, { cause: new Error(secret) }),
    new AggregateError([new Error(secret)], secret),
    new ClavisError('token-refused', secret, { hint: secret, details: { secret } }),
    ...[renamed, rewritten, new Secretive(), secret, { message: secret, stack: secret }],
  ]
}

function logIn(): { readonly folder: string; readonly log: FaultLog; readonly text: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'clavis-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new FaultLog({ folder, now: () => Date.UTC(2026, 10, 23, 14, 5) })
  return { folder, log, text: () => readFileSync(join(folder, 'faults.log'), 'utf8') }
}

test('FaultLog: records nothing of a secret, wherever the fault carries it', () => {
  const { log, text } = logIn()
  for (const secret of secrets) for (const fault of leakyFaults(secret)) log.note('main', fault)
  const words = ['eyJ', 'BEGIN', 'MIIE', 'ada:', 'hush', 's3cret', 'horse', 'hunter2', 'example.com']
  for (const word of words) expect(text()).not.toContain(word)
  expect(text().trim().split('\n')).toHaveLength(secrets.length * leakyFaults('').length)
})

test('describeFault: has class, code, function, file and line', () => {
  const { kind, frames } = describeFault(new TypeError('x'))
  expect(kind).toBe('TypeError')
  expect(frames[0]).toMatch(/\(fault-log\.test\.ts:\d+\)$/u)
  expect(describeFault(new ClavisError('disk-full', 'x')).code).toBe('disk-full')
  expect(describeFault(Object.assign(new Error('x'), { code: 'ENOSPC' })).code).toBe('ENOSPC')
})

test('FaultLog: its file is private, rotates when it grows, and is not written through a link', () => {
  const { folder, log } = logIn()
  log.note('main', new Error('x'))
  expect(statSync(join(folder, 'faults.log')).mode & 0o777).toBe(0o600)
  for (let count = 0; count < 600; count += 1) log.note('main', new Error('x'))
  const sizes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size] as const)
  expect(sizes.map(([name]) => name).sort()).toEqual(['faults.1.log', 'faults.log'])
  for (const [, size] of sizes) expect(size).toBeLessThan(70_000)

  const other = join(folder, 'other')
  writeFileSync(other, '')
  rmSync(join(folder, 'faults.log'))
  symlinkSync(other, join(folder, 'faults.log'))
  log.note('main', new Error('x'))
  expect(readFileSync(other, 'utf8')).toBe('')
})

test('FaultLog: the next start learns once that the previous one ended with a fault', () => {
  const { folder, log } = logIn()
  log.noteEnd('main', new Error('x'))
  const next = new FaultLog({ folder, now: Date.now })
  expect(next.lastUnexpectedEnd()).toEqual(new Date('2026-11-23T14:05:00.000Z'))
  expect(next.lastUnexpectedEnd()).toEqual(new Date('2026-11-23T14:05:00.000Z'))
  expect(new FaultLog({ folder, now: Date.now }).lastUnexpectedEnd()).toBeUndefined()
})
