import { expect, test } from 'vitest'
import { calls } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import { handleCall, type HandledCalls, type CallHandlers } from './answer-call.ts'

const context = { windowId: 1 }
const profileId = '4f3c2f0e-6c1f-4b39-9a63-0f6f0e9c9a11'

/** Returns handlers of which only the given ones may be called. */
function handlersWith(some: Partial<CallHandlers>): HandledCalls {
  const refused = Object.fromEntries(
    Object.keys(calls).map((name) => [
      name,
      () => {
        throw new Error(`${name} was not expected`)
      },
    ]),
  )
  // The other handlers throw for any input, so any signature is correct.
  return { calls, handlers: { ...refused, ...some } as CallHandlers }
}

function noFault(name: string, fault: unknown): never {
  throw new Error(`unexpected fault in ${name}`, { cause: fault })
}

test('handleCall: returns a valid result', async () => {
  const handlers = handlersWith({ 'profiles.hasClientSecret': () => true })
  const answer = await handleCall('profiles.hasClientSecret', { profileId }, context, handlers, noFault)
  expect(answer).toEqual({ ok: true, value: true })
})

test('handleCall: refuses an unknown name, without calling a handler', async () => {
  for (const name of ['no.such.call', '__proto__', 'toString', 7, undefined]) {
    const answer = await handleCall(name, undefined, context, handlersWith({}), noFault)
    expect(answer).toMatchObject({ ok: false, error: { code: 'input-invalid' } })
  }
})

test('handleCall: refuses an invalid input, without calling the handler', async () => {
  for (const input of [undefined, {}, { profileId: 'x' }, { profileId, more: 1 }, [profileId]]) {
    const answer = await handleCall('tokens.state', input, context, handlersWith({}), noFault)
    expect(answer).toMatchObject({ ok: false, error: { code: 'input-invalid' } })
  }
})

test('handleCall: fails if a result has a field that the contract does not name', async () => {
  const faults: unknown[] = []
  const leaking = handlersWith({
    'tokens.state': () => ({ kind: 'none', accessToken: 'eyJhbGciOi' }) as { kind: 'none' },
  })
  const answer = await handleCall('tokens.state', { profileId }, context, leaking, (_name, fault) => faults.push(fault))
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal-fault' } })
  expect(JSON.stringify(answer)).not.toContain('eyJhbGciOi')
  expect(faults).toHaveLength(1)
})

test('handleCall: returns code, hint and details of a ClavisError', async () => {
  const error = new ClavisError('token-refused', 'The service refused.', { hint: 'Look.', details: { status: 401 } })
  const handlers = handlersWith({ 'tokens.get': () => Promise.reject(error) })
  const answer = await handleCall('tokens.get', { profileId, renew: false }, context, handlers, noFault)
  expect(answer).toEqual({
    ok: false,
    error: { code: 'token-refused', message: 'The service refused.', hint: 'Look.', details: { status: 401 } },
  })
})

test('handleCall: returns an internal error without the message, for any other error', async () => {
  const faults: unknown[] = []
  const fault = new TypeError('secret words')
  const handlers = handlersWith({ 'tokens.get': () => Promise.reject(fault) })
  const answer = await handleCall('tokens.get', { profileId, renew: false }, context, handlers, (_name, error) =>
    faults.push(error),
  )
  expect(faults).toEqual([fault])
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal-fault' } })
  expect(JSON.stringify(answer)).not.toContain('secret words')
})
