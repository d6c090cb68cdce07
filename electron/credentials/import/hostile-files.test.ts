import { createPrivateKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { Secret } from '../../keychain/secret.ts'
import { expectNoStall } from '../../testing/stall-watch.ts'
import { ImportJob } from './import-job.ts'
import { bundledImportWorker } from './testing/bundled-import-worker.ts'
import {
  der,
  explicitCurveKey,
  integerOf,
  pbes1Key,
  pbes2Key,
  pemOf,
  pkcs12,
  pkcs7,
  rsaKey,
  scryptKey,
  sequenceOf,
} from './testing/hostile-files.ts'
import { MadeFiles } from './testing/made-files.ts'

/** How much the process may grow meanwhile, bytes. What was left of the imports before counts, too. */
const maxGrowth = 900_000_000

let files: MadeFiles
let certificate: Buffer
let memoryBefore = 0

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('leaf')
  certificate = new X509Certificate(await files.read('leaf.pem')).raw
  memoryBefore = process.memoryUsage.rss()
})
afterAll(() => files.remove())

interface Read {
  readonly reasons: readonly string[]
  readonly parts: readonly ImportedPart[]
  readonly keys: number
}

/** Imports in a worker as main does, within bounds of memory and main's stall. */
async function readInWorker(contents: readonly (Buffer | string)[], passphrase?: string): Promise<Read> {
  const job = new ImportJob({ workerUrl: bundledImportWorker(), signal: new AbortController().signal })
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  const found: Read[] = []
  const inputs = contents.map((content) => ({
    name: 'x',
    bytes: Buffer.from(content),
    passphrase: passphrase === undefined ? undefined : Secret.fromText(passphrase),
  }))
  try {
    await expectNoStall('an import', async () => {
      const { keys, unusable } = await job.read(inputs)
      const reasons = unusable.flatMap((part) => ('reason' in part ? [part.reason] : []))
      found.push({ reasons, parts: unusable, keys: keys.length })
    })
  } finally {
    clearInterval(timer)
    job.end()
  }
  expect(highest - memoryBefore).toBeLessThan(maxGrowth)
  const [read] = found
  if (read === undefined) throw new Error('The job answered nothing.')
  return read
}

test('Hostile files: passphrases with many rounds share one budget, whatever they are for', async () => {
  const locked = (key: Buffer): string => pemOf('ENCRYPTED PRIVATE KEY', key)
  const most = [pbes2Key(10_000_000), scryptKey(262_144, 8, 1), pkcs12(1_000_000), pbes1Key(1_000_000)]
  const text = most.map(locked).join('').repeat(10)
  const { reasons, keys } = await readInWorker([text], 'x')
  expect(keys).toBe(0)
  expect(reasons).toContainEqual(expect.stringContaining('more rounds than one import allows'))
})

test.each([
  ['PBES1', pbes1Key(100_000_000), 'maximum is 1000000'],
  ['PBES2', pbes2Key(4_000_000_000), 'maximum is 10000000'],
  ['scrypt', scryptKey(2 ** 30, 8, 1), 'scrypt parameters exceed'],
  ['PKCS#12', pkcs12(2 ** 40), 'maximum is 1000000'],
])('Hostile files: enormous rounds of %s are refused before the first one', async (_name, file, words) => {
  const { reasons } = await readInWorker([file], 'x')
  expect(reasons).toEqual([expect.stringContaining(words)])
})

function nested(times: number): Buffer {
  let inner = sequenceOf()
  for (let depth = 0; depth < times; depth += 1) inner = sequenceOf(inner)
  return inner
}

const tooMany = 'more parts than one import allows'
test.each([
  ['empty elements', Buffer.alloc(4_800_000, sequenceOf()), tooMany],
  ['a sequence of nulls', sequenceOf(Buffer.alloc(4_800_000, der(0x05))), tooMany],
  ['PKCS#7 of empty certificates', pkcs7(Buffer.alloc(4_800_000, sequenceOf())), tooMany],
  ['nested elements', nested(5_000), 'no certificate and no key'],
  ['indefinite lengths', Buffer.alloc(4_900_000, Buffer.of(0x30, 0x80)), 'truncated or damaged'],
  [
    'indefinite lengths of empty elements',
    Buffer.concat([Buffer.of(0x30, 0x80), Buffer.alloc(4_800_000, sequenceOf())]),
    tooMany,
  ],
  [
    'a length of 2^48',
    Buffer.concat([Buffer.of(0x30, 0x86), Buffer.alloc(6, 0xff), Buffer.alloc(100)]),
    'truncated or damaged',
  ],
  ['a length of many bytes', Buffer.concat([Buffer.of(0x30, 0xff), Buffer.alloc(200, 0xff)]), 'truncated or damaged'],
  ['nested JSON', '['.repeat(4_900_000), tooMany],
  ['JSON of empty objects', `[${'{},'.repeat(1_600_000)}{}]`, tooMany],
  ['a JWK with endless certificates', `{"kty":"RSA","x5c":[${'"",'.repeat(1_600_000)}""]}`, tooMany],
  ['short lines', `-----BEGIN A-----\n${'A\n'.repeat(2_400_000)}-----END A-----\n`, 'damaged'],
  ['beginnings of PEM', '-----BEGIN A-----'.repeat(250_000), 'more than 5000 parts'],
  ['a modulus of a megabyte', rsaKey(1_000_000), 'bits; Clavis supports at most 8192'],
  ['a huge exponent', rsaKey(1024, 'huge'), 'numbers don’t match'],
  ['a curve of its own', explicitCurveKey(100_000), 'damaged, or of a type that Clavis doesn’t support'],
  ['an endless number', sequenceOf(integerOf(0), der(0x02, Buffer.alloc(4_900_000, 0x7f))), 'only a public key'],
] as const)('Hostile files: %s is refused in time', async (_name, content, words) => {
  const { reasons, keys } = await readInWorker([content])
  expect(keys).toBe(0)
  expect(reasons[0]).toContain(words)
  expect(reasons.length).toBeLessThanOrEqual(1001)
})

test('Hostile files: thousands of certificates and PEM blocks are read up to the limit', async () => {
  const many = Math.floor(4_900_000 / certificate.length)
  const { reasons } = await readInWorker([
    pkcs7(...Array.from({ length: many }, () => certificate)),
    pemOf('CERTIFICATE', certificate).repeat(4_000),
  ])
  expect(new Set(reasons)).toEqual(new Set(['An import can contain at most 5000 certificates.']))
})

test('Hostile files: good files next to a hostile one are read as long as the budget lasts', async () => {
  const key = createPrivateKey(await files.read('leaf.key')).export({ type: 'pkcs8', format: 'der' })
  const { keys, parts } = await readInWorker([key, Buffer.alloc(4_800_000, sequenceOf()), 'hello'])
  expect(keys).toBe(1)
  expect(parts.map((part) => 'content' in part && part.content)).toEqual([1, 2])
})

test('ImportJob: is cancelled and times out while its worker is busy', async () => {
  const bytes = Buffer.from(pemOf('ENCRYPTED PRIVATE KEY', pbes1Key(1_000_000)).repeat(10))
  const workerUrl = bundledImportWorker()
  const abort = new AbortController()
  const cancelled = new ImportJob({ workerUrl, signal: abort.signal })
  const reading = cancelled.read([{ name: 'x', bytes }])
  abort.abort()
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  await expect(cancelled.read([])).rejects.toMatchObject({ code: 'cancelled' })

  const slow = new ImportJob({ workerUrl, signal: new AbortController().signal, timeoutMs: 300 })
  await expect(slow.read([{ name: 'x', bytes }])).rejects.toMatchObject({
    code: 'import-limit-exceeded',
    message: 'This import takes too long. Nothing was imported.',
  })
})
