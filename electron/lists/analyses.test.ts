import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JobControl } from '../concurrency.ts'
import { Analyses, type AnalysisProgress } from './analyses.ts'

/** Processes records until it is cancelled or done, and yields in between. */
async function lookAt(count: number, { signal, onProgress }: JobControl): Promise<number> {
  for (let records = 1024; records < count; records += 1024) {
    signal.throwIfAborted()
    onProgress(records, count)
    await nextTurn()
  }
  return count
}

test('Analyses: reports progress at most five times a second', async () => {
  let time = 0
  const analyses = new Analyses(() => time)
  const reports: AnalysisProgress[] = []
  const unsubscribe = analyses.onProgress((progress) => reports.push(progress))
  const ended = await analyses.run('one', ({ signal, onProgress }) =>
    lookAt(10_000, {
      signal,
      onProgress: (done, total) => {
        time += 150
        onProgress(done, total)
      },
    }),
  )
  expect(ended).toBe(10_000)
  expect(reports).toEqual([2048, 4096, 6144, 8192].map((records) => ({ analysisId: 'one', records })))
  unsubscribe()
  await analyses.run('two', (control) => lookAt(10_000, control))
  expect(reports).toHaveLength(4)
})

test('Analyses: cancelling one ends it and leaves others running', async () => {
  const analyses = new Analyses()
  const first = analyses.run('first', (control) => lookAt(10_000, control))
  const second = analyses.run('second', (control) => lookAt(10_000, control))
  analyses.cancel('first')
  analyses.cancel('never started')
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  expect(await second).toBe(10_000)
})
