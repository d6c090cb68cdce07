import { fitText } from '../../ui/drawing/text-width.ts'
import { type Plot, noteHeight, laneHeight, rowPadding } from './plot.ts'
import type { Stretch, TimelineRow } from './timeline-layout.ts'
import { stretchWords } from './timeline-messages.ts'

/** The label of a gap or of the time before the first certificate, in pixels. */
export interface RowNote {
  readonly stretch: Stretch
  readonly x: number
  readonly width: number
  readonly words: string
  readonly drawn: string
  readonly textX: number
  /** -1: inside the gap; from 0: on that line below the lanes. */
  readonly line: number
}

export interface PlacedRow {
  readonly row: TimelineRow
  readonly notes: readonly RowNote[]
  readonly height: number
}

const padding = 6

/** Places the labels of a row's gaps: inside the gap if there is room, otherwise below, on as many lines as needed. */
export function placeRow(row: TimelineRow, plot: Plot): PlacedRow {
  const { now, measure, dates } = plot
  const lineEnds: number[] = []
  const notes = row.stretches.flatMap((stretch): RowNote[] => {
    const words = stretchWords(stretch, now, dates)
    if (words === undefined) return []
    const x = plot.x(stretch.from)
    const width = plot.x(stretch.to) - x
    const length = measure(words)
    if (length + 2 * padding <= width) return [{ stretch, x, width, words, drawn: words, textX: x + padding, line: -1 }]
    const drawn = fitText(words, plot.width - padding, measure)
    const textX = Math.max(0, Math.min(x, plot.width - measure(drawn)))
    const free = lineEnds.findIndex((end) => end + padding <= textX)
    const line = free === -1 ? lineEnds.length : free
    lineEnds[line] = textX + measure(drawn)
    return [{ stretch, x, width, words, drawn, textX, line }]
  })
  return { row, notes, height: 2 * rowPadding + row.lanes * laneHeight + lineEnds.length * noteHeight }
}
