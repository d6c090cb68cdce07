import { generateKeyPairSync, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { assertionClaims, signAssertion } from '../../electron/tokens/assertion.ts'
import { median } from './median.ts'
import { rateRow } from './rows.ts'
import type { Findings, Scale } from './section.ts'

/** Number of concurrent signatures: twice Node's thread pool, so that no thread waits. */
const concurrency = 8

/** Signatures per turn. */
const signatures = 200

/**
 * Signs assertions like Clavis (new claims and header, key imported once) and, in turn, texts of the same length with
 * only `node:crypto` and its callbacks.
 */
export async function measureSigning({ signingTurns }: Scale): Promise<Findings> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const assertion = (): Promise<string> => signAssertion('A'.repeat(40), claimsNow(), privateKey)
  const length = (await assertion()).lastIndexOf('.')
  const text = Buffer.alloc(length, 'x')
  const signBare = promisify(sign)
  const bare = (): Promise<unknown> => signBare('sha256', text, privateKey)
  // Lets V8 compile both before the measurement.
  await rate(assertion)
  await rate(bare)
  const turns: { readonly bare: number; readonly assertions: number }[] = []
  for (let turn = 0; turn < signingTurns; turn += 1)
    turns.push({ bare: await rate(bare), assertions: await rate(assertion) })
  const row = rateRow(
    {
      what: 'Assertions signed',
      peer: '`node:crypto`',
      ratio: median(turns.map((each) => each.assertions / each.bare)),
      peerFigure: median(turns.map((each) => each.bare)),
      unit: 'a second',
    },
    0.9,
  )
  return { rows: [row] }
}

function claimsNow(): ReturnType<typeof assertionClaims> {
  const tokenUrl = 'https://login.example.com/oauth2/token'
  return assertionClaims({ clientId: 'acme', tokenUrl, lifetimeSeconds: 30, now: Date.now(), jti: undefined })
}

/** Returns how often per second the work completes with this concurrency. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  let left = signatures
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: concurrency }, lane))
  return (signatures * 1000) / (performance.now() - began)
}
