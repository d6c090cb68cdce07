import { expect, test } from 'vitest'
import type { JobProgress } from '#shared/jobs.ts'
import { JobsUnderWay } from './jobs-under-way.ts'

const id = '0b6f2b3e-0000-4000-8000-000000000000'

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended')))

test('JobsUnderWay: only a job’s own window can cancel it', async () => {
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
  // It has ended: nothing is left to cancel.
  jobs.cancel(1, id)
})

test('JobsUnderWay: reports start and progress with the job’s ID, but not every step', async () => {
  const reports: JobProgress[] = []
  const jobs = new JobsUnderWay((progress) => reports.push(progress))
  await jobs.run(1, id, ({ onProgress }) => {
    expect(reports).toEqual([{ jobId: id, done: 0, total: 0 }])
    for (let done = 1; done <= 1000; done += 1) onProgress(done, 1000)
    return Promise.resolve()
  })
  expect(reports[1]).toEqual({ jobId: id, done: 1, total: 1000 })
  expect(reports.length).toBeLessThan(1000)
})
