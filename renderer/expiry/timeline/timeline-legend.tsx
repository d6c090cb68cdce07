import { Group } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Urgency } from '#shared/expiry/expiry.ts'
import { gapFrame, palette, solidBar, urgencyColors } from './plot.ts'

const box = { x: 1, y: 1, width: 20, height: 12 }

/** Samples of the picture's shapes, 22 by 14 pixels. */
const legendItems: readonly (readonly [label: string, sample: ReactElement])[] = [
  ['Active', <rect {...box} rx={3} fill={solidBar} stroke={solidBar} />],
  ['Not in use', <rect {...box} rx={3} fill={palette.accentTint} stroke={palette.accent} strokeWidth={1.25} />],
  [
    'Retired',
    <rect {...box} rx={3} fill={palette.sunken} stroke={palette.inkMuted} strokeWidth={0.75} strokeDasharray="3 2" />,
  ],
  ['Expires soon', <Hatched kind="soon" />],
  ['Urgent', <Hatched kind="urgent" />],
  [
    'Overlap',
    <>
      <rect {...box} fill="url(#timeline-overlap)" />
      <path d="M1 5v-4h20v4" fill="none" stroke={palette.inkMuted} />
    </>,
  ],
  ['Gap', <Gap urgency="fine" />],
  ['Gap soon', <Gap urgency="soon" />],
  ['Gap now or urgent', <Gap urgency="urgent" />],
]

function Hatched({ kind }: { readonly kind: 'soon' | 'urgent' }): ReactElement {
  return (
    <>
      <rect {...box} fill={urgencyColors[kind].tint} />
      <rect {...box} fill={`url(#timeline-${kind})`} stroke={urgencyColors[kind].color} />
    </>
  )
}

function Gap({ urgency }: { readonly urgency: Urgency }): ReactElement {
  return <rect {...box} {...gapFrame(urgency)} />
}

export function TimelineLegend(): ReactElement {
  return (
    <Group component="ul" gap="4px 18px" mt={10} fz="xs" c="dimmed" aria-label="Legend">
      {legendItems.map(([label, sample]) => (
        <Group key={label} component="li" gap={7} wrap="nowrap">
          <svg width={22} height={14} aria-hidden focusable="false">
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
