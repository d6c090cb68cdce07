import type { ReactElement } from 'react'
import { environmentNames, type Environment } from '../../../shared/model/profile/environment.ts'
import { EnvironmentShape } from '../../ui/environment/environment-shape.tsx'
import { AxisDrawing } from '../drawing/axis-drawing.tsx'
import { fontSize } from '../plot/drawing-size.ts'
import { LegendSample } from '../drawing/legend-sample.tsx'
import { legendItems } from '../drawing/legend-items.ts'
import { plotOf, type Plot } from '../plot/plot.ts'
import { RowDrawing } from '../drawing/row-drawing.tsx'
import { placeRow, type PlacedRow } from '../drawing/row-notes.ts'
import { fitText, type MeasureText } from '../../ui/drawing/text-width.ts'
import { layOutTimeline, type ShownTimeline } from '../drawing/timeline-layout.ts'
import { paperPalette as palette, type TimelinePalette } from '../plot/timeline-palette.ts'
import { barLabel } from '../drawing/timeline-messages.ts'

export const paperWidth = 1160
export const groupHeight = 28
export const legendHeight = 14

const labelWidth = 220

/** An environment with its placed rows. */
export interface PaperGroup {
  readonly environment: Environment
  readonly rows: readonly PlacedRow[]
}

/** Lays out a timeline for paper or a file. @param measure measures the browser's `sans-serif` at the drawing's size */
export function layOutOnPaper(
  { certificates, range, showRetired, now, dates }: ShownTimeline,
  measure: MeasureText,
): { readonly groups: readonly PaperGroup[]; readonly plot: Plot } {
  const plot = plotOf({ range, width: paperWidth - labelWidth, now, palette, measure, dates })
  const groups = layOutTimeline(certificates, { range, showRetired, shortest: plot.shortest })
  return {
    groups: groups.map(({ environment, rows }) => ({ environment, rows: rows.map((row) => placeRow(row, plot)) })),
    plot,
  }
}

/** Describes what the drawing shows. */
export function paperWords(groups: readonly PaperGroup[], { range, now, dates: { date } }: ShownTimeline): string {
  const rows = groups.flatMap((group) => group.rows)
  const bars = rows.reduce((sum, { row }) => sum + row.bars.length, 0)
  const certificates = bars === 1 ? '1 certificate' : `${bars} certificates`
  const profiles = rows.length === 1 ? '1 profile' : `${rows.length} profiles`
  return `${certificates} of ${profiles}, from ${date(range.from)} to ${date(range.to)}. As of ${date(now)}.`
}

export function PaperAxis({ plot }: { readonly plot: Plot }): ReactElement {
  return (
    <g transform={`translate(${labelWidth} 0)`}>
      <AxisDrawing plot={plot} />
    </g>
  )
}

export function PaperGroupHead({ environment }: { readonly environment: Environment }): ReactElement {
  const color = environmentColor(environment, palette)
  return (
    <g color={color}>
      <rect width={paperWidth} height={groupHeight} fill={palette.sunken} />
      <path d={`M0 0h${paperWidth}`} stroke={palette.lineStrong} />
      <g transform={`translate(10 ${groupHeight / 2 - 6})`}>
        <EnvironmentShape environment={environment} />
      </g>
      <text x={30} y={groupHeight / 2 + 4.5} fontSize={12} fontWeight={600} fill={color}>
        {environmentNames[environment]}
      </text>
    </g>
  )
}

export function PaperRow({ placed, plot }: { readonly placed: PlacedRow; readonly plot: Plot }): ReactElement {
  const { profileName, practice } = placed.row
  const room = labelWidth - (practice ? 70 : 24)
  return (
    <>
      <path d={`M0 0h${paperWidth}`} stroke={palette.line} />
      <text x={10} y={23} fontSize={12} fill={palette.ink}>
        <title>{profileName}</title>
        {fitText(profileName, (room * fontSize) / 12, plot.measure)}
      </text>
      {practice && (
        <text x={labelWidth - 12} y={23} fontSize={10} textAnchor="end" fill={palette.inkMuted}>
          Practice
        </text>
      )}
      <svg x={labelWidth} width={plot.width} height={placed.height}>
        <RowDrawing
          placed={placed}
          plot={plot}
          wrapBar={(bar, drawing) => (
            <g role="img" aria-label={barLabel(bar, plot.now, plot.dates)}>
              <title>{barLabel(bar, plot.now, plot.dates)}</title>
              {drawing}
            </g>
          )}
        />
      </svg>
    </>
  )
}

/** Explains the shapes, side by side. */
export function PaperLegend({ measure }: { readonly measure: MeasureText }): ReactElement {
  return (
    <>
      {legendPlaces(measure).map(({ kind, label, x }) => (
        <g key={kind} transform={`translate(${x} 0)`}>
          <LegendSample kind={kind} palette={palette} />
          <text x={29} y={11} fontSize={fontSize} fill={palette.inkMuted}>
            {label}
          </text>
        </g>
      ))}
    </>
  )
}

function legendPlaces(measure: MeasureText): ((typeof legendItems)[number] & { readonly x: number })[] {
  let next = 0
  return legendItems.map((item) => {
    const x = next
    next += 29 + measure(item.label) + 18
    return { ...item, x }
  })
}

function environmentColor(environment: Environment, { mock, testing, production }: TimelinePalette): string {
  return { mock, 'client-testing': testing, production }[environment]
}
