import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { assertionClaims, signAssertion } from '../../electron/oauth/assertion.ts'

/** Signatures under way at once: twice as many as Node's own threads, so that none of them waits. */
const concurrency = 8

/** Assertions and bare signatures a second, medians of some turns. */
export interface SigningRates {
  /** Median of the turns' ratios: what the machine does meanwhile befalls both of a turn alike. */
  readonly ratio: number
  readonly assertions: number
  readonly bare: number
}

/**
 * Signs assertions as Clavis does (claims and header made anew, key imported once) and, in turn, texts of the same
 * length with `node:crypto` alone, in its callback form.
 */
export async function measureSigning(count: number, turns: number): Promise<SigningRates> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const assertion = (): Promise<string> => signAssertion('A'.repeat(40), claimsNow(), privateKey)
  const length = (await assertion()).lastIndexOf('.')
  const text = Buffer.alloc(length, 'x')
  const signBare = promisify(sign)
  const bare = (): Promise<unknown> => signBare('sha256', text, privateKey)
  // The compiler's time is nobody's.
  await rate(assertion, 200)
  await rate(bare, 200)
  const rates = { assertions: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < turns; turn += 1) {
    rates.bare.push(await rate(bare, count))
    rates.assertions.push(await rate(assertion, count))
  }
  const ratios = rates.assertions.map((assertions, turn) => assertions / (rates.bare[turn] ?? Number.NaN))
  return { ratio: median(ratios), assertions: median(rates.assertions), bare: median(rates.bare) }
}

function claimsNow(): ReturnType<typeof assertionClaims> {
  const tokenUrl = 'https://login.example.com/oauth2/token'
  return assertionClaims({ clientId: 'acme', tokenUrl, lifetimeSeconds: 30, now: Date.now(), jti: undefined })
}

/** How often a second the work is done when this many are always under way. */
async function rate(work: () => Promise<unknown>, count: number): Promise<number> {
  let left = count
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: concurrency }, lane))
  return (count * 1000) / (performance.now() - began)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
