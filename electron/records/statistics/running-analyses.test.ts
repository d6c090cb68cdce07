import { expect, test } from 'vitest'
import type { ListView } from '../../../shared/model/list.ts'
import { withStoredRecords } from '../testing/stored-records.ts'
import { RunningAnalyses } from './running-analyses.ts'

const everything: ListView = { search: [], filters: [], sort: [] }
const question = { paths: ['id'], timeZone: 'UTC' }
const records = Array.from({ length: 10_000 }, (_, index) => `{"id":${index}}`)

test('progress is told, in growing numbers, and never after the end', async () => {
  const told: number[] = []
  let time = 0
  await withStoredRecords(records, async (scan) => {
    const analyses = new RunningAnalyses(scan, {
      language: 'en',
      onProgress: (analysisId, looked) => {
        expect(analysisId).toBe('one')
        told.push(looked)
      },
      now: () => (time += 1000),
    })
    expect((await analyses.profileColumns('one', everything, question)).records).toBe(10_000)
  })
  expect(told).toEqual([1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192, 9216])
})

test('a cancelled analysis ends as such, and another one goes on', async () => {
  await withStoredRecords(records, async (scan) => {
    const analyses = new RunningAnalyses(scan, { language: 'en', onProgress: () => undefined, now: () => 0 })
    const first = analyses.profileColumns('first', everything, question)
    const second = analyses.chart('second', everything, {
      measure: { kind: 'count' },
      grouping: { kind: 'value', path: 'id', most: 3 },
      timeZone: 'UTC',
    })
    analyses.cancel('first')
    analyses.cancel('never started')
    await expect(first).rejects.toMatchObject({ code: 'list-cancelled' })
    expect((await second).records).toBe(10_000)
  })
})

test('the end waits until nothing is read any more', async () => {
  await withStoredRecords(records, async (scan, database) => {
    const analyses = new RunningAnalyses(scan, { language: 'en', onProgress: () => undefined, now: () => 0 })
    const ended = expect(analyses.profileColumns('one', everything, question)).rejects.toMatchObject({
      code: 'list-cancelled',
    })
    await analyses.end()
    expect(database.bytes(0)).toBeDefined()
    await ended
  })
})
