import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../keychain/secret.ts'
import { rounds } from '../../testing/rounds.ts'
import { placeMaterial } from '../import/place-material.ts'
import { MadeFiles } from '../import/testing/made-files.ts'
import { readMaterial } from './read-material.ts'

/** How many damaged inputs are read. */
const runs = rounds(2_000, 10_000)

let files: MadeFiles
const inputs: Buffer[] = []

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('root', { isAuthority: true })
  await files.certificate('leaf', { issuer: 'root' })
  const parts = ['-inkey', 'leaf.key', '-in', 'leaf.pem', '-certfile', 'root.pem', '-passout', 'pass:x']
  await files.openssl('x509', '-in', 'leaf.pem', '-outform', 'DER', '-out', 'leaf.der')
  const chain = ['-certfile', 'leaf.pem', '-certfile', 'root.pem']
  await files.openssl('crl2pkcs7', '-nocrl', ...chain, '-outform', 'DER', '-out', 'chain.p7c')
  await files.openssl('pkcs12', '-export', ...parts, '-out', 'new.p12')
  await files.openssl('pkcs12', '-export', ...parts, '-legacy', '-out', 'old.p12')
  await files.openssl('pkcs12', '-export', ...parts, '-nomac', '-certpbe', 'NONE', '-out', 'open.p12')
  await files.openssl('pkcs8', '-topk8', '-in', 'leaf.key', '-passout', 'pass:x', '-outform', 'DER', '-out', 'leaf.p8')
  await files.openssl('rsa', '-in', 'leaf.key', '-outform', 'DER', '-traditional', '-out', 'leaf.p1')
  const names = [
    'leaf.der',
    'leaf.pem',
    'chain.p7c',
    'new.p12',
    'old.p12',
    'open.p12',
    'leaf.p8',
    'leaf.p1',
    'leaf.key',
  ]
  for (const name of names) inputs.push(await files.read(name))
})
afterAll(() => files.remove())

/** No profile yet, nothing imported before. */
const nothing = {
  profiles: [],
  loose: [],
  profileId: undefined,
  isThereOnly: false,
  anyway: false,
  lostKeys: new Set<string>(),
  keyless: new Set<string>(),
  now: Date.now(),
  idFor: () => randomUUID(),
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const damage = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: place, bit: fc.nat({ max: 7 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, length: place }),
  // At a length: values that mean “indefinite”, “huge” and “a little more”.
  fc.record({
    kind: fc.constant('length' as const),
    at: place,
    value: fc.constantFrom(0, 1, 0x7f, 0x80, 0x84, 0x88, 0xff),
  }),
  fc.record({ kind: fc.constant('splice' as const), at: place, from: fc.nat(), start: place, length: place }),
)

function damaged(input: Buffer, each: typeof damage extends fc.Arbitrary<infer T> ? T : never): Buffer {
  const at = Math.floor(each.at * input.length)
  switch (each.kind) {
    case 'flip': {
      const copy = Buffer.from(input)
      copy[at] = (copy[at] ?? 0) ^ (1 << each.bit)
      return copy
    }
    case 'cut': {
      const end = at + Math.ceil(each.length * (input.length - at))
      return Buffer.concat([input.subarray(0, at), input.subarray(end)])
    }
    case 'length': {
      const copy = Buffer.from(input)
      // The first byte after a tag of a sequence, a set, a string or a number, from there on.
      const tag = copy.findIndex((byte, index) => index >= at && [0x30, 0x31, 0x04, 0x03, 0x02, 0xa0].includes(byte))
      if (tag >= 0 && tag + 1 < copy.length) copy[tag + 1] = each.value
      return copy
    }
    case 'splice': {
      const other = inputs[each.from % inputs.length] ?? input
      const start = Math.floor(each.start * other.length)
      const piece = other.subarray(start, start + Math.ceil(each.length * (other.length - start)))
      return Buffer.concat([input.subarray(0, at), piece, input.subarray(at)])
    }
  }
}

test(`${runs} damaged inputs: each is read, refused with words, or locked`, { timeout: 1_800_000 }, () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(damage, { minLength: 1, maxLength: 3 }), fc.boolean(), (index, harms, isTyped) => {
      let input = inputs[index % inputs.length] ?? Buffer.alloc(0)
      for (const harm of harms) input = damaged(input, harm)
      const passphrase = isTyped ? Secret.fromText('x') : undefined
      const { certificates, keys, locked, problems } = readMaterial({ name: 'x', bytes: input, passphrase })
      // What was read can be placed, or not, without an error.
      const plan = placeMaterial({ ...nothing, certificates, keys })
      expect(plan.loose.length).toBeLessThanOrEqual(certificates.length)
      expect(certificates.length + keys.length + locked.length + problems.length).toBeGreaterThan(0)
      for (const { reason } of problems) expect(reason).toMatch(/\.$/u)
      for (const { keySize, fingerprint } of keys) {
        expect(keySize).toBeGreaterThanOrEqual(2048)
        expect(fingerprint).toMatch(/^[0-9A-F]{64}$/u)
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
