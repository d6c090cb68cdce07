import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { environmentNames } from '../../shared/model/environment.ts'
import type { TimelineCertificate } from '../../shared/model/timeline.ts'
import { EnvironmentShape } from '../ui/environment-shape.tsx'
import { AxisDrawing } from './axis-drawing.tsx'
import { DrawingPatterns } from './drawing-patterns.tsx'
import { axisHeight, durationOf, fontSize, shortestBar, type Scale } from './drawing-size.ts'
import { environmentColour } from './environment-colour.ts'
import { LegendDrawing } from './legend-drawing.tsx'
import { legendItems } from './legend-items.ts'
import { RowDrawing } from './row-drawing.tsx'
import { placeRow, type PlacedRow } from './row-notes.ts'
import { fitText, type MeasureText } from './text-width.ts'
import type { TimeRange } from './time-range.ts'
import { ticksOf, type Ticks } from './time-ticks.ts'
import { layOutTimeline, type TimelineGroup } from './timeline-layout.ts'
import { paperPalette as palette } from './timeline-palette.ts'
import { barLabel } from './timeline-words.ts'

// The file's measures, in pixels.
const margin = 20
const labelWidth = 220
const plotWidth = 940
const headHeight = 46
const groupHeight = 28
const legendHeight = 36
const width = labelWidth + plotWidth + 2 * margin
/** Room that a word on the axis takes at least. */
const tickRoom = 36

/** What XML 1.0 has no place for (§2.2), should a name hold it. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export interface SavedTimeline {
  readonly certificates: readonly TimelineCertificate[]
  readonly range: TimeRange
  readonly showRetired: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Measures the browser's `sans-serif` at the drawing's size. */
  readonly measure: MeasureText
}

/**
 * The timeline as an SVG file that stands alone: colours of the light theme, the system's plain font, no script, no
 * style sheet and no reference to the outside.
 */
export function timelineSvg(timeline: SavedTimeline): string {
  return renderToStaticMarkup(<TimelineFile {...timeline} />).replaceAll(notXml, '')
}

function TimelineFile({ certificates, range, showRetired, now, measure }: SavedTimeline): ReactElement {
  const scale: Scale = { range, width: plotWidth }
  const groups = layOutTimeline(certificates, { range, showRetired, shortest: durationOf(scale, shortestBar) })
  const ticks = ticksOf(range, plotWidth / tickRoom)
  const blocks = stack(groups, scale, now, measure)
  const last = blocks.at(-1)
  const bottom = last === undefined ? headHeight + axisHeight : last.y + last.height
  const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
  const height = bottom + legendHeight
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="sans-serif"
      role="img"
    >
      <title>Certificate timeline</title>
      <desc>{`${countWords(groups)}, from ${date.format(range.from)} to ${date.format(range.to)}, as of ${date.format(now)}.`}</desc>
      <DrawingPatterns palette={palette} />
      <rect width={width} height={height} fill={palette.surface} />
      <text x={margin} y={30} fontSize={18} fontWeight={600} fill={palette.ink}>
        Certificate timeline
      </text>
      <text x={width - margin} y={30} fontSize={12} textAnchor="end" fill={palette.inkMuted}>
        {`As of ${date.format(now)}`}
      </text>
      <g transform={`translate(${margin + labelWidth} ${headHeight})`}>
        <AxisDrawing scale={scale} ticks={ticks} now={now} palette={palette} measure={measure} />
      </g>
      {blocks.map((block) =>
        block.kind === 'group' ? (
          <GroupHead key={block.group.environment} block={block} />
        ) : (
          <FileRow
            key={block.placed.row.profileId}
            block={block}
            scale={scale}
            ticks={ticks}
            now={now}
            measure={measure}
          />
        ),
      )}
      <path d={`M${margin} ${bottom}h${width - 2 * margin}`} stroke={palette.lineStrong} />
      <Legend y={bottom + 12} measure={measure} />
    </svg>
  )
}

type Block = { readonly y: number; readonly height: number } & (
  { readonly kind: 'group'; readonly group: TimelineGroup } | { readonly kind: 'row'; readonly placed: PlacedRow }
)
type BlockOf<K extends Block['kind']> = Extract<Block, { kind: K }>

/** Everything below the axis, one thing under the other. */
function stack(groups: readonly TimelineGroup[], scale: Scale, now: number, measure: MeasureText): Block[] {
  let y = headHeight + axisHeight
  return groups.flatMap((group) => {
    const blocks: Block[] = [{ kind: 'group', group, y, height: groupHeight }]
    y += groupHeight
    for (const row of group.rows) {
      const placed = placeRow(row, scale, now, measure)
      blocks.push({ kind: 'row', placed, y, height: placed.height })
      y += placed.height
    }
    return blocks
  })
}

function GroupHead({ block: { y, height, group } }: { readonly block: BlockOf<'group'> }): ReactElement {
  const colour = environmentColour(group.environment, palette)
  return (
    <g transform={`translate(${margin} ${y})`} color={colour}>
      <rect width={width - 2 * margin} height={height} fill={palette.sunken} />
      <path d={`M0 0h${width - 2 * margin}`} stroke={palette.lineStrong} />
      <g transform={`translate(10 ${height / 2 - 6})`}>
        <EnvironmentShape environment={group.environment} />
      </g>
      <text x={30} y={height / 2 + 4.5} fontSize={12} fontWeight={600} fill={colour}>
        {environmentNames[group.environment]}
      </text>
    </g>
  )
}

function FileRow({
  block: { y, placed },
  scale,
  ticks,
  now,
  measure,
}: {
  readonly block: BlockOf<'row'>
  readonly scale: Scale
  readonly ticks: Ticks
  readonly now: number
  readonly measure: MeasureText
}): ReactElement {
  const { profileName, practice } = placed.row
  const name = practice ? `${profileName} (practice)` : profileName
  return (
    <g transform={`translate(${margin} ${y})`}>
      <path d={`M0 0h${width - 2 * margin}`} stroke={palette.line} />
      <text x={10} y={23} fontSize={12} fill={palette.ink}>
        <title>{name}</title>
        {fitText(name, ((labelWidth - 24) * fontSize) / 12, measure)}
      </text>
      <g transform={`translate(${labelWidth} 0)`}>
        <RowDrawing
          placed={placed}
          scale={scale}
          ticks={ticks}
          now={now}
          palette={palette}
          measure={measure}
          wrapBar={(bar, drawing) => (
            <g role="img" aria-label={barLabel(bar, now)}>
              <title>{barLabel(bar, now)}</title>
              {drawing}
            </g>
          )}
        />
      </g>
    </g>
  )
}

function Legend({ y, measure }: { readonly y: number; readonly measure: MeasureText }): ReactElement {
  return (
    <>
      {legendPlaces(measure).map(({ kind, label, x }) => (
        <g key={kind} transform={`translate(${x} ${y})`}>
          <LegendDrawing kind={kind} palette={palette} />
          <text x={29} y={11} fontSize={fontSize} fill={palette.inkMuted}>
            {label}
          </text>
        </g>
      ))}
    </>
  )
}

/** The legend's items one beside the other. */
function legendPlaces(measure: MeasureText): ((typeof legendItems)[number] & { readonly x: number })[] {
  let next = margin
  return legendItems.map((item) => {
    const x = next
    next += 29 + measure(item.label) + 18
    return { ...item, x }
  })
}

function countWords(groups: readonly TimelineGroup[]): string {
  const rows = groups.flatMap((group) => group.rows)
  const bars = rows.reduce((sum, row) => sum + row.bars.length, 0)
  return `${bars} ${bars === 1 ? 'certificate' : 'certificates'} of ${rows.length} ${rows.length === 1 ? 'profile' : 'profiles'}`
}
