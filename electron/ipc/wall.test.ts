import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attackChains } from './testing/attack-chains.ts'
import { makeEveryCall } from './testing/every-call.ts'
import { startWalledApp, type WalledApp } from './testing/walled-app.ts'

// A script in the page tries to extract a secret, a token or an assertion of a Production profile, with every call of
// the contract and with chains of calls.

let app: WalledApp
beforeAll(async () => {
  app = await startWalledApp()
})
afterAll(() => app.end())
beforeEach(() => app.reset())

test('Call contract: no call leaks anything unless the person agrees', async () => {
  app.agrees = false
  // A new call whose input can't be generated is not covered: add values for its fields to `candidates`.
  expect(await makeEveryCall(app, 20)).toEqual([])
  expect(app.leaks()).toEqual([])
  // Not even a connection: no one agreed to the attacker's host.
  expect(app.attacker.received()).toEqual([])
  expect(app.asked.length).toBeGreaterThan(5)
})

describe('chains of calls', () => {
  test.each(Object.entries(attackChains))('Chain of calls: leaks no secret, %s', async (_name, { run, asks }) => {
    app.agrees = false
    await run(app)
    expect(app.leaks()).toEqual([])
    expect(app.attacker.received()).toEqual([])

    await app.reset()
    app.agrees = true
    await run(app)
    if (asks === undefined) {
      expect(app.leaks()).toEqual([])
      return
    }
    // It leaks, after the person saw what they agree to.
    expect(app.leaks()).not.toEqual([])
    const seen = app.asked.flatMap(({ message, details }) => [message, ...details]).join('\n')
    expect(seen).toContain(asks(app))
    expect(app.asked.flatMap(({ names }) => names)).toContainEqual(
      expect.stringMatching(/^(?:Live|Distant|Old|Lure|New)$/u),
    )
  })
})
