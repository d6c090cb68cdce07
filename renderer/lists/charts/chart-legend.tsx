import type { ReactElement } from 'react'
import type { Chart, SeriesName } from '#shared/lists/list-analysis.ts'
import { isolatedLine } from '#shared/values/visible-text.ts'
import type { ChartShape } from '../model/chart-plan.ts'
import { seriesLabel } from '../model/value-messages.ts'
import { SeriesSample } from './chart-drawing.tsx'
import { screenPalette, seriesColor } from './chart-palette.ts'
import classes from './chart-legend.module.css'

interface ChartLegendProps {
  readonly chart: Chart
  readonly shape: ChartShape
  readonly mayChoose: (name: SeriesName) => boolean
  readonly onChoose: (name: SeriesName) => void
}

/** Lists the series with their colors and shapes. A click filters to one of them. */
export function ChartLegend({ chart, shape, mayChoose, onChoose }: ChartLegendProps): ReactElement {
  return (
    <ul className={classes['legend']} aria-label="Series">
      {chart.series.map(({ name }, place) => (
        <li key={place}>
          <button
            type="button"
            className={classes['name']}
            disabled={!mayChoose(name)}
            onClick={() => onChoose(name)}
            title={`Filter to ${isolatedLine(seriesLabel(name))}`}
          >
            <svg width={22} height={12} aria-hidden focusable="false">
              <SeriesSample shape={shape} place={place} color={seriesColor(chart, place, screenPalette)} />
            </svg>
            <bdi>{seriesLabel(name)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
