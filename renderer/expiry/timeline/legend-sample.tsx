import type { ReactElement } from 'react'
import type { LegendKind } from './legend-items.ts'
import { palette, solidBar } from './timeline-palette.ts'

/** Draws a sample of one of the picture's shapes, 22 by 14 pixels. */
export function LegendSample({ kind }: { readonly kind: LegendKind }): ReactElement {
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
    case 'critical': {
      const [tint, line] = kind === 'soon' ? [palette.warnTint, palette.warn] : [palette.badTint, palette.bad]
      return (
        <>
          <rect {...box} fill={tint} />
          <rect {...box} fill={`url(#timeline-${kind})`} stroke={line} />
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
      return <rect {...box} fill={palette.sunken} stroke={palette.inkMuted} strokeDasharray="4 2.5" />
    case 'near-gap':
      return <rect {...box} fill={palette.badTint} stroke={palette.bad} strokeDasharray="4 2.5" />
  }
}
