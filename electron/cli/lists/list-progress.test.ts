import { expect, test } from 'vitest'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { Interrupts } from '../terminal/interrupts.ts'
import { ListProgress } from './list-progress.ts'

test('ListProgress: counts the records and pages of an earlier download', () => {
  let report: (summary: DatasetSummary) => void = () => undefined
  const shown: string[] = []
  const terminal = { note: () => undefined, showsStatus: true, showStatus: (text: string) => void shown.push(text) }
  const progress = new ListProgress(
    terminal,
    {
      onProgress: (listener) => {
        report = listener
        return () => undefined
      },
    },
    new Interrupts(),
  )
  progress.countFrom(30)
  report({ state: { kind: 'loading', loadsAll: false }, pages: 4, records: 10 } as unknown as DatasetSummary)
  expect(shown.join('')).toContain('40 records, 4 pages')
})
