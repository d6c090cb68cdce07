import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient, markStale, replaceState } from './query-client.ts'

test('Query client: an older response does not replace a state that main has announced', async () => {
  for (const before of [undefined, 'at first']) {
    const client = createQueryClient()
    const queryKey = ['token', 'one']
    if (before !== undefined) client.setQueryData(queryKey, before)
    const { promise, resolve } = Promise.withResolvers<string>()
    const observer = new QueryObserver<string>(client, { queryKey, queryFn: () => promise })
    const stop = observer.subscribe(() => undefined)
    expect(observer.getCurrentResult().fetchStatus).toBe('fetching')

    replaceState(client, queryKey, 'requesting')
    resolve('none')
    await promise
    await new Promise((later) => setTimeout(later))
    expect(observer.getCurrentResult()).toMatchObject({
      status: 'success',
      fetchStatus: 'idle',
      data: 'requesting',
    })
    stop()
  }
})

test('Query client: what is announced while the first response is pending is asked again, and asked no more without', async () => {
  const client = createQueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
  let asked = 0
  const query = {
    queryKey: ['profiles'],
    queryFn: () => answers[asked++ === 0 ? 0 : 1].promise,
    staleTime: Infinity,
  }
  // As at the start: nothing shows it yet.
  const first = client.query(query)
  markStale(client, ['profiles'])
  answers[0].resolve('before')
  answers[1].resolve('after')
  expect(await first).toBe('before')
  await new Promise((later) => setTimeout(later, 1))
  const stop = new QueryObserver<string>(client, query).subscribe(() => undefined)
  await expect.poll(() => client.getQueryData(['profiles'])).toBe('after')
  const second = new QueryObserver<string>(client, query).subscribe(() => undefined)
  expect(asked).toBe(2)
  stop()
  second()
})
