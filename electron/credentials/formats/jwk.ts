import type { JsonWebKey } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { BerError, readElement } from './ber.ts'
import { readCertificate } from './certificate-der.ts'
import type { ImportBudget } from './import-budget.ts'
import type { Material } from './material.ts'
import { decodeBase64, isPem } from './pem.ts'
import { notRsa, readJwkPrivateKey, UnsuitableKey } from './private-key.ts'

const maxKeys = 1000

const keySchema = z.looseObject({ kty: z.string() })
/** Optional members that an import uses, with what is wrong with any other value. */
const optionalMembers = {
  kid: z.string('Its member kid is not a string.').optional(),
  x5c: z.array(z.string(), 'Its member x5c is not a list of certificates.').optional(),
} as const
const setSchema = z.union([z.looseObject({ keys: z.array(z.unknown()) }), z.array(z.unknown())])

/** The private members of an RSA key, all of which must be there (RFC 7518 §6.3.2). */
const rsaSchema = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})

/** Names of key types other than RSA (RFC 7518 §6.1, RFC 8037 §2). */
const typeNames: Readonly<Record<string, string>> = {
  EC: 'an elliptic curve key',
  OKP: 'an Edwards curve key',
  oct: 'a symmetric key',
}

/**
 * Reads a JWK, a JWK set (RFC 7517 §4 and §5) or an array of JWKs. Returns whether the value is one of them.
 * @param isBesidePem whether PEM was read from the value: what has only that is nothing to report
 */
export function readJwks(value: unknown, into: Material, budget: ImportBudget, isBesidePem: boolean): boolean {
  const set = setSchema.safeParse(value).data
  const keys = set === undefined ? [value] : Array.isArray(set) ? set : set.keys
  const parsed = keys.slice(0, maxKeys).map((key) => keySchema.safeParse(withoutNull(key)).data)
  if (parsed.every((key) => key === undefined)) return false
  if (keys.length > maxKeys) into.problems.push({ subject: '', reason: `It contains more than ${maxKeys} keys.` })
  for (const [index, key] of parsed.entries()) {
    const kid = optionalMembers.kid.safeParse(key?.['kid']).data
    const subject = keys.length === 1 ? '' : (kid ?? `Key ${index + 1}`)
    if (key !== undefined) readJwk(key, subject, into, budget, isBesidePem)
    else if (!isBesidePem) into.problems.push({ subject, reason: 'It is not a JWK.' })
  }
  return true
}

/** Serializers write absent members as null. */
function withoutNull(key: unknown): unknown {
  if (typeof key !== 'object' || key === null) return key
  return Object.fromEntries(Object.entries(key).filter(([, value]) => value !== null))
}

function readJwk(
  key: z.output<typeof keySchema>,
  subject: string,
  into: Material,
  budget: ImportBudget,
  isBesidePem: boolean,
): void {
  for (const [member, schema] of Object.entries(optionalMembers)) {
    const wrong = schema.safeParse(key[member]).error?.issues[0]
    if (wrong !== undefined) into.problems.push({ subject, reason: wrong.message })
  }
  const x5c = optionalMembers.x5c.safeParse(key['x5c']).data ?? []
  for (const text of x5c.filter((each) => !isPem(each))) {
    try {
      into.certificates.push(readCertificate(readElement(decodeBase64(text) ?? Buffer.alloc(0), budget)))
    } catch (error) {
      if (!(error instanceof BerError)) throw error
      into.problems.push({ subject, reason: 'It contains a damaged certificate (x5c).' })
    }
  }
  try {
    if (key.kty !== 'RSA') throw notRsa(typeNames[key.kty] ?? `a key of the type “${key.kty}”`)
    if (!('d' in key)) {
      if (x5c.length === 0 && !isBesidePem)
        throw new UnsuitableKey('It is only a public key; it contains no private key.')
      return
    }
    if ('oth' in key && !isDeepStrictEqual(key['oth'], []))
      throw new UnsuitableKey('It has more than two primes, which Clavis doesn’t support.')
    const numbers = rsaSchema.safeParse(key).data
    if (numbers === undefined)
      throw new UnsuitableKey('The RSA key is incomplete: n, e, d, p, q, dp, dq and qi are required.')
    into.keys.push(readJwkPrivateKey(numbers satisfies JsonWebKey))
  } catch (error) {
    if (!(error instanceof UnsuitableKey)) throw error
    into.problems.push({ subject, reason: error.message })
  }
}
