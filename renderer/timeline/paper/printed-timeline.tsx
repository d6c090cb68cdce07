import { useEffect, useState, type ReactElement, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { DrawingPatterns } from '../drawing/drawing-patterns.tsx'
import { axisHeight, fontSize } from '../plot/drawing-size.ts'
import {
  groupHeight,
  layOutOnPaper,
  legendHeight,
  PaperAxis,
  PaperGroupHead,
  PaperLegend,
  PaperRow,
  paperWidth,
  paperWords,
} from './paper-drawing.tsx'
import type { ShownTimeline } from '../drawing/timeline-layout.ts'
import type { PlacedRow } from '../drawing/row-notes.ts'
import { measureIn } from '../../ui/drawing/text-width.ts'
import { paperPalette } from '../plot/timeline-palette.ts'
import classes from './printed-timeline.module.css'

const measure = measureIn(`600 ${fontSize}px sans-serif`)

/**
 * What is printed in place of the window: the whole picture in light colors, the axis at the top of every sheet, rows
 * never split. It exists only while printing.
 */
export function PrintedTimeline(timeline: ShownTimeline): ReactElement | null {
  return usePrinting() ? createPortal(<Sheet {...timeline} />, document.body) : null
}

function Sheet(timeline: ShownTimeline): ReactElement {
  const { groups, plot } = layOutOnPaper(timeline, measure)
  return (
    <div className={classes['sheet']} data-testid="printed-timeline">
      <svg width={0} height={0} className={classes['patterns']} aria-hidden focusable="false">
        <DrawingPatterns palette={paperPalette} />
      </svg>
      <h1>Certificate timeline</h1>
      <p>{paperWords(groups, timeline)}</p>
      <table>
        <thead>
          <tr>
            <td>
              <Strip height={axisHeight}>
                <PaperAxis plot={plot} />
              </Strip>
            </td>
          </tr>
        </thead>
        {groups.map(({ environment, rows }) => (
          <tbody key={environment} className={fitsOneSheet(rows) ? classes['whole'] : undefined}>
            {rows.map((placed, index) => (
              <tr key={placed.row.profileId}>
                <td>
                  {index === 0 && (
                    <Strip height={groupHeight}>
                      <PaperGroupHead environment={environment} />
                    </Strip>
                  )}
                  <Strip height={placed.height}>
                    <PaperRow placed={placed} plot={plot} />
                  </Strip>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <Strip height={legendHeight}>
        <PaperLegend measure={measure} />
      </Strip>
    </div>
  )
}

/** Whether rows surely fit on a sheet of any common paper, below the axis. */
function fitsOneSheet(rows: readonly PlacedRow[]): boolean {
  return rows.reduce((sum, { height }) => sum + height, groupHeight) <= paperWidth / 2
}

/** A part of the drawing across the whole sheet. */
function Strip({ height, children }: { readonly height: number; readonly children: ReactNode }): ReactElement {
  return (
    <svg viewBox={`0 0 ${paperWidth} ${height}`} fontFamily="sans-serif">
      {children}
    </svg>
  )
}

/** Whether the page is being printed. Draws before the printer gets it. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true))
    const end = (): void => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
