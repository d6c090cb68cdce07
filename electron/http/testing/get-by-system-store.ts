import { HttpClient } from '../http-client.ts'

// Run in its own process: the system's store is read once per process.
const client = new HttpClient({
  resolveProxy: () => Promise.resolve(undefined),
  activity: { add: () => undefined },
  now: Date.now,
})
const answer = await client
  .send({
    ...{ method: 'GET', url: process.argv[2] ?? '', headers: {}, retry: 'only-without-response' },
    ...{ purpose: { kind: 'call', what: 'A test', agreement: 'api' }, authorities: [], proxy: { kind: 'none' } },
  })
  .then(
    ({ body }) => body.text(),
    (error: unknown) => String(error),
  )
process.stdout.write(answer)
await client.close()
