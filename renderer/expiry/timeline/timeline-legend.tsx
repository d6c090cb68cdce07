import { Group } from '@mantine/core'
import type { ReactElement } from 'react'
import { palette, solidBar, urgencyColors } from './plot.ts'

type LegendKind = 'active' | 'ready' | 'retired' | 'soon' | 'urgent' | 'overlap' | 'gap' | 'soon-gap' | 'urgent-gap'

const legendItems: readonly { readonly kind: LegendKind; readonly label: string }[] = [
  { kind: 'active', label: 'Active' },
  { kind: 'ready', label: 'Not in use' },
  { kind: 'retired', label: 'Retired' },
  { kind: 'soon', label: 'Expires soon' },
  { kind: 'urgent', label: 'Urgent' },
  { kind: 'overlap', label: 'Overlap' },
  { kind: 'gap', label: 'Gap' },
  { kind: 'soon-gap', label: 'Gap soon' },
  { kind: 'urgent-gap', label: 'Gap now or urgent' },
]

export function TimelineLegend(): ReactElement {
  return (
    <Group component="ul" gap="4px 18px" mt={10} fz="xs" c="dimmed" aria-label="Legend">
      {legendItems.map(({ kind, label }) => (
        <Group key={kind} component="li" gap={7} wrap="nowrap">
          <svg width={22} height={14} aria-hidden focusable="false">
            <LegendSample kind={kind} />
          </svg>
          {label}
        </Group>
      ))}
    </Group>
  )
}

/** Draws a sample of one of the picture's shapes, 22 by 14 pixels. */
function LegendSample({ kind }: { readonly kind: LegendKind }): ReactElement {
  const box = { x: 1, y: 1, width: 20, height: 12 }
  switch (kind) {
    case 'active':
      return <rect {...box} rx={3} fill={solidBar} stroke={solidBar} />
    case 'ready':
      return <rect {...box} rx={3} fill={palette.accentTint} stroke={palette.accent} strokeWidth={1.25} />
    case 'retired':
      return (
        <rect
          {...box}
          rx={3}
          fill={palette.sunken}
          stroke={palette.inkMuted}
          strokeWidth={0.75}
          strokeDasharray="3 2"
        />
      )
    case 'soon':
    case 'urgent': {
      const { color, tint } = urgencyColors[kind]
      return (
        <>
          <rect {...box} fill={tint} />
          <rect {...box} fill={`url(#timeline-${kind})`} stroke={color} />
        </>
      )
    }
    case 'overlap':
      return (
        <>
          <rect {...box} fill={`url(#timeline-overlap)`} />
          <path d="M1 5v-4h20v4" fill="none" stroke={palette.inkMuted} />
        </>
      )
    case 'gap':
    case 'soon-gap':
    case 'urgent-gap': {
      const { color, tint } = urgencyColors[kind === 'gap' ? 'fine' : kind === 'soon-gap' ? 'soon' : 'urgent']
      return <rect {...box} fill={tint} stroke={color} strokeDasharray="4 2.5" />
    }
  }
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
