import type { ReactElement } from 'react'
import { LegendSample } from './drawing/legend-sample.tsx'
import { legendItems } from './drawing/legend-items.ts'
import { screenPalette } from './plot/timeline-palette.ts'
import classes from './timeline-legend.module.css'

export function TimelineLegend(): ReactElement {
  return (
    <ul className={classes['legend']} aria-label="Legend">
      {legendItems.map(({ kind, label }) => (
        <li key={kind}>
          <svg width={22} height={14} aria-hidden focusable="false">
            <LegendSample kind={kind} palette={screenPalette} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
