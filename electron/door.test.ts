import { expect, test } from 'vitest'
import { accesses } from '#shared/call-shapes.ts'
import { calls, type CallName } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import { profileWith } from './expiry/testing/stored-certificate.ts'
import { confirmOfCall } from './profiles/guards/host-guard.ts'
import { agreeingCaller, doorWith } from './testing/door-with.ts'

const profileId = '4f3c2f0e-6c1f-4b39-9a63-0f6f0e9c9a11'

test('Door: returns a valid result', async () => {
  const door = doorWith({ 'profiles.hasClientSecret': () => true })
  const answer = await door.answer(agreeingCaller, 'profiles.hasClientSecret', { profileId })
  expect(answer).toEqual({ ok: true, value: true })
})

test('Door: refuses an unknown name, without calling a handler', async () => {
  for (const name of ['no.such.call', '__proto__', 'toString', 7, undefined]) {
    const answer = await doorWith({}).answer(agreeingCaller, name, undefined)
    expect(answer).toMatchObject({ ok: false, error: { code: 'input-invalid' } })
  }
})

test('Door: refuses an invalid input, without calling the handler', async () => {
  for (const input of [undefined, {}, { profileId: 'x' }, { profileId, more: 1 }, [profileId]]) {
    const answer = await doorWith({}).answer(agreeingCaller, 'tokens.state', input)
    expect(answer).toMatchObject({ ok: false, error: { code: 'input-invalid' } })
  }
})

test('Door: fails if a result has a field that the contract does not name', async () => {
  const faults: unknown[] = []
  const leaking = doorWith(
    { 'tokens.state': () => ({ kind: 'none', accessToken: 'eyJhbGciOi' }) as { kind: 'none' } },
    (_name, fault) => faults.push(fault),
  )
  const answer = await leaking.answer(agreeingCaller, 'tokens.state', { profileId })
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal-fault' } })
  expect(JSON.stringify(answer)).not.toContain('eyJhbGciOi')
  expect(faults).toHaveLength(1)
})

test('Door: returns code, hint and details of a ClavisError', async () => {
  const error = new ClavisError('token-refused', 'The service refused.', { hint: 'Look.', details: { status: 401 } })
  const door = doorWith({ 'tokens.get': () => Promise.reject(error) })
  const answer = await door.answer(agreeingCaller, 'tokens.get', { profileId, renew: false })
  expect(answer).toEqual({
    ok: false,
    error: { code: 'token-refused', message: 'The service refused.', hint: 'Look.', details: { status: 401 } },
  })
})

test('Door: returns an internal error without the message, for any other error', async () => {
  const faults: unknown[] = []
  const fault = new TypeError('secret words')
  const door = doorWith({ 'tokens.get': () => Promise.reject(fault) }, (_name, error) => faults.push(error))
  const answer = await door.answer(agreeingCaller, 'tokens.get', { profileId, renew: false })
  expect(faults).toEqual([fault])
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal-fault' } })
  expect(JSON.stringify(answer)).not.toContain('secret words')
})

test('Door: a caller reaches no call that does more than it may, and the input is checked first', async () => {
  const tried = (Object.keys(calls) as CallName[]).flatMap((name) =>
    [undefined, { profileId }]
      .filter((input) => calls[name].input.safeParse(input).success)
      .map((input) => ({ name, input })),
  )
  for (const allowed of accesses) {
    const reached: string[] = []
    const door = doorWith({}, undefined, (name) => {
      reached.push(name)
      throw new ClavisError('not-confirmed', 'Refused by the test.')
    })
    const caller = { ...agreeingCaller, may: [allowed] }
    for (const { name, input } of tried)
      expect(await door.answer(caller, name, input), name).toMatchObject({
        error: { code: calls[name].access === allowed ? 'not-confirmed' : 'call-refused' },
      })
    expect(reached).not.toEqual([])
    expect(reached).toEqual(tried.flatMap(({ name }) => (calls[name].access === allowed ? [name] : [])))
    expect(await door.answer(caller, 'tokens.get', { profileId: 'x' })).toMatchObject({
      error: { code: 'input-invalid' },
    })
  }
})

test('Door: what a call needs to ask deep inside is asked of its caller', async () => {
  const asking = { ...agreeingCaller, confirm: () => Promise.resolve() }
  const found: unknown[] = []
  const door = doorWith({
    'tokens.drop': async () => {
      await Promise.resolve()
      found.push(confirmOfCall())
    },
  })
  await door.answer(asking, 'tokens.drop', { profileId })
  expect(found).toEqual([asking.confirm])
  expect(confirmOfCall()).toBeUndefined()
})

test('Door: a caller reaches only the calls that it names', async () => {
  const door = doorWith({ 'tokens.state': () => ({ kind: 'none' }) })
  const caller = { ...agreeingCaller, only: ['tokens.state'] as const }
  expect(await door.answer(caller, 'tokens.state', { profileId })).toMatchObject({ ok: true })
  expect(await door.answer(caller, 'tokens.preview', { profileId })).toMatchObject({ error: { code: 'call-refused' } })
})

test('Door: what a caller does not see fails like what does not exist, however the input names it', async () => {
  const [datasetId, snapshotId, jobId] = [profileId, profileId, profileId]
  const stored = profileWith('Acme', [])
  const { id } = stored.profile
  const snapshot = { id: snapshotId, profileId: id, environment: stored.profile.environment }
  const services = {
    profiles: { list: () => Promise.resolve([stored]) },
    datasets: { find: () => ({ profileId: id }) as never },
    snapshots: { list: () => Promise.resolve([snapshot as never]) },
  }
  const reached: string[] = []
  const otherwise = (name: string): never => {
    reached.push(name)
    throw new ClavisError('cancelled', 'Reached.')
  }
  const door = doorWith({}, undefined, otherwise, services)
  const hiding = { ...agreeingCaller, sees: () => false }
  const side = { kind: 'snapshot', snapshotId } as const
  const other = { kind: 'dataset', datasetId } as const
  for (const [name, input, code] of [
    ['tokens.state', { profileId: id }, 'profile-not-found'],
    ['profiles.exportFile', { profileIds: [id] }, 'profile-not-found'],
    ['lists.summary', { datasetId }, 'dataset-closed'],
    ['snapshots.open', { snapshotId }, 'snapshot-not-found'],
    ['comparisons.compare', { jobId, before: side, after: side }, 'snapshot-not-found'],
    ['comparisons.compare', { jobId, before: other, after: other }, 'dataset-closed'],
  ] as const) {
    expect(await door.answer(hiding, name, input), name).toMatchObject({ error: { code } })
    expect(reached).toEqual([])
    expect(await door.answer({ ...hiding, sees: () => true }, name, input), name).toMatchObject({
      error: { code: 'cancelled' },
    })
    reached.length = 0
  }
})
