import { useElementSize } from '@mantine/hooks'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import type { Chart, ChartDefinition, ChartGroup } from '#shared/lists/list-analysis.ts'
import { FloatingCard } from '../../ui/drawing/floating-card.tsx'
import { measureIn, useFontsReady } from '../../ui/drawing/text-width.ts'
import { useGroupFocus } from '../../ui/drawing/use-group-focus.ts'
import { type ShownCard, useShownCard } from '../../ui/drawing/use-shown-card.ts'
import { recordCount } from '../../ui/text/count.ts'
import { useDates } from '../../ui/text/dates.tsx'
import type { ChartShape } from '../model/chart-plan.ts'
import { groupName } from '../model/time-messages.ts'
import { decimalText, seriesLabel } from '../model/value-messages.ts'
import { ChartDrawing } from './chart-drawing.tsx'
import { layOutChart } from './chart-layout.ts'
import { groupLabel } from './chart-messages.ts'
import { screenPalette } from './chart-palette.ts'
import { type DrawnGroup, fontSize } from './drawn-chart.ts'
import cardClasses from './chart-card.module.css'
import classes from './chart-picture.module.css'

const measure = measureIn(`600 ${fontSize}px 'Inter Variable', sans-serif`)

/** Height of charts by time, pixels. */
const minHeight = 220
const maxHeight = 640

/** Where the card covers least of what is compared. */
const cardPositions = { time: 'right-start', value: 'bottom' } as const

/** Draws a chart whose groups react to pointer and keyboard. */
export function ChartPicture({
  chart,
  definition,
  shape,
  title,
  mayChoose,
  onChoose,
}: {
  readonly chart: Chart
  readonly definition: ChartDefinition
  readonly shape: ChartShape
  readonly title: string
  /** Whether the list can be filtered by a group. */
  readonly mayChoose: (group: ChartGroup) => boolean
  readonly onChoose: (group: ChartGroup) => void
}): ReactElement {
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const { shown, hide, eventsOf } = useShownCard<number>()

  const dates = useDates()

  useFontsReady()

  const layout = useMemo(
    () =>
      layOutChart(
        chart,
        {
          definition,
          shape,
          dates,
          width: Math.max(width, 240),
          height: Math.max(minHeight, Math.min(maxHeight, height - 4)),
        },
        measure,
      ),
    [chart, definition, shape, width, height, dates],
  )

  // The rows of a chart by value may need more than there is.
  const leastHeight = useMemo(
    () =>
      layOutChart(chart, { definition, shape, dates, width: Math.max(width, 240), height: minHeight }, measure).height,
    [chart, definition, shape, width, dates],
  )

  function choose(index: number): void {
    const group = chart.groups[index]
    if (group !== undefined && mayChoose(group)) onChoose(group)
  }

  const { setFocused, propsOf } = useGroupFocus('data-group', chart.groups.length, layout.inRow, choose)

  const wrapGroup = ({ index }: DrawnGroup, drawing: ReactNode): ReactElement => {
    const group = chart.groups[index]
    const isButton = group !== undefined && mayChoose(group)
    return (
      <g
        key={index}
        role={isButton ? 'button' : 'img'}
        aria-label={groupLabel(chart, definition, index, dates)}
        className={classes[isButton ? 'button' : 'group']}
        data-group={index}
        {...propsOf(index)}
        {...eventsOf(index, () => setFocused(index))}
      >
        {drawing}
      </g>
    )
  }

  return (
    <div ref={ref} className={classes['picture']} style={{ minHeight: leastHeight }} onScroll={hide}>
      <svg width={layout.width} height={layout.height} role="group" aria-label={title}>
        <ChartDrawing chart={chart} layout={layout} palette={screenPalette} wrapGroup={wrapGroup} />
      </svg>
      {shown !== undefined && (
        <ChartCard
          chart={chart}
          shown={shown}
          position={cardPositions[definition.grouping.kind]}
          counts={definition.measure.kind === 'count'}
        />
      )}
    </div>
  )
}

interface ChartCardProps {
  readonly chart: Chart
  /** The group by its place. */
  readonly shown: ShownCard<number>
  readonly position: 'right-start' | 'bottom'
  /** Whether records are counted: then their number isn't repeated. */
  readonly counts: boolean
}

/** Shows what a group measures. Hidden from screen readers, because the group's label says the same. */
function ChartCard({ chart, shown: { of: index, box }, position, counts }: ChartCardProps): ReactElement | null {
  const dates = useDates()
  const group = chart.groups[index]
  if (group === undefined) return null
  const records = chart.series.reduce((sum, { measured }) => sum + (measured[index]?.records ?? 0), 0)
  return (
    <FloatingCard key={index} box={box} position={position} testId="chart-card">
      <p className={cardClasses['name']}>
        <bdi>{groupName(group, chart.time, dates)}</bdi>
      </p>
      <dl>
        {chart.series.map(({ name, measured }, series) =>
          measured[index]?.records === 0 && chart.series.length > 1 ? null : (
            <div key={series} className={cardClasses['value']}>
              {name.kind !== 'all' && (
                <dt>
                  <bdi>{seriesLabel(name)}</bdi>
                </dt>
              )}
              <dd>{decimalText(measured[index]?.value ?? null)}</dd>
            </div>
          ),
        )}
      </dl>
      {!counts && <p className={cardClasses['records']}>{recordCount(records)}</p>}
    </FloatingCard>
  )
}
