import type { ReactElement } from 'react'
import { palette } from './timeline-palette.ts'

/** The hatch patterns of a drawing, which tell periods apart without color. */
export function DrawingPatterns(): ReactElement {
  return (
    <defs>
      <pattern id="timeline-soon" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" stroke={palette.warn} strokeWidth={1.6} />
      </pattern>
      <pattern
        id="timeline-critical"
        width={3.5}
        height={3.5}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <path d="M0 0v3.5" stroke={palette.bad} strokeWidth={3.6} />
      </pattern>
      <pattern id="timeline-later" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" stroke={palette.inkMuted} strokeWidth={1} />
      </pattern>
      <pattern id="timeline-overlap" width={5} height={5} patternUnits="userSpaceOnUse">
        <circle cx={1} cy={1} r={0.9} fill={palette.inkMuted} fillOpacity={0.55} />
      </pattern>
    </defs>
  )
}
