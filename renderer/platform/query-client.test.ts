import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient, replaceState } from './query-client.ts'

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
