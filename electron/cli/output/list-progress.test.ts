import { expect, test } from 'vitest'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import { Interrupts } from '../terminal/interrupts.ts'
import { ListProgress } from './list-progress.ts'

test('records that an earlier reading wrote are counted, as its pages are', () => {
  let tell: (summary: RunSummary) => void = () => undefined
  const shown: string[] = []
  const terminal = { showsStatus: true, showStatus: (text: string) => void shown.push(text) }
  const progress = new ListProgress(
    terminal,
    {
      onProgress: (listener) => {
        tell = listener
        return () => undefined
      },
    },
    new Interrupts(),
  )
  progress.goesOnAfter(30)
  tell({ state: { kind: 'loading', loadsAll: false }, pages: 4, records: 10 } as unknown as RunSummary)
  expect(shown.join('')).toContain('40 records, 4 pages')
})
