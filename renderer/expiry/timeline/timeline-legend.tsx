import { Group } from '@mantine/core'
import type { ReactElement } from 'react'
import { gapFrame, palette, solidBar, urgencyColors } from './plot.ts'

const box = { x: 1, y: 1, width: 20, height: 12 }

const urgencies = ['fine', 'soon', 'urgent'] as const
const hatches = { fine: 'later', soon: 'soon', urgent: 'urgent' } as const

/** Samples of the picture's shapes, 22 by 14 pixels each. What else is drawn, its text or its card names. */
const legendItems: readonly (readonly [label: string, sample: ReactElement | readonly ReactElement[]])[] = [
  ['Active', <rect {...box} rx={3} fill={solidBar} stroke={solidBar} />],
  ['Not in use', <rect {...box} rx={3} fill={palette.accentTint} stroke={palette.accent} strokeWidth={1.25} />],
  [
    'Before expiry: later, soon, urgent',
    urgencies.map((urgency, index) => (
      <g key={urgency} transform={`translate(${index * 22})`}>
        <rect {...box} fill={urgencyColors[urgency].tint} />
        <rect {...box} fill={`url(#timeline-${hatches[urgency]})`} stroke={urgencyColors[urgency].color} />
      </g>
    )),
  ],
  [
    'No certificate',
    urgencies.map((urgency, index) => <rect key={urgency} {...box} x={1 + index * 22} {...gapFrame(urgency)} />),
  ],
]

export function TimelineLegend(): ReactElement {
  return (
    <Group component="ul" gap="4px 18px" mt={10} fz="xs" c="dimmed" aria-label="Legend">
      {legendItems.map(([label, sample]) => (
        <Group key={label} component="li" gap={7} wrap="nowrap">
          <svg width={Array.isArray(sample) ? 22 * urgencies.length : 22} height={14} aria-hidden focusable="false">
            {sample}
          </svg>
          {label}
        </Group>
      ))}
    </Group>
  )
}

/** The hatch patterns of a drawing, which tell periods apart without color. */
export function DrawingPatterns(): ReactElement {
  return (
    <defs>
      <pattern id="timeline-soon" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" stroke={palette.warn} strokeWidth={1.6} />
      </pattern>
      <pattern
        id="timeline-urgent"
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
