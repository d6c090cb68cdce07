import { expect, test } from 'vitest'
import type { JobProgress } from '../../shared/model/lists/job.ts'
import { JobsUnderWay } from './jobs-under-way.ts'

const id = '0b6f2b3e-0000-4000-8000-000000000000'

/** Ends as soon as it is told to. */
const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended')))

test('a job is cancelled by its own window alone', async () => {
  const jobs = new JobsUnderWay(() => undefined)
  let aborted = false
  const job = jobs.run(1, id, ({ signal }) => {
    signal.addEventListener('abort', () => (aborted = true))
    return untilAborted(signal)
  })
  jobs.cancel(2, id)
  expect(aborted).toBe(false)
  jobs.cancel(1, id)
  expect(await job).toBe('ended')
  // It is over: nothing is left to cancel.
  jobs.cancel(1, id)
})

test('the beginning and progress are told with the job’s id, and not every step', async () => {
  const told: JobProgress[] = []
  const jobs = new JobsUnderWay((progress) => told.push(progress))
  await jobs.run(1, id, ({ onProgress }) => {
    expect(told).toEqual([{ jobId: id, done: 0, total: 0 }])
    for (let done = 1; done <= 1000; done += 1) onProgress(done, 1000)
    return Promise.resolve()
  })
  expect(told[1]).toEqual({ jobId: id, done: 1, total: 1000 })
  expect(told.length).toBeLessThan(1000)
})
