import { scaleLinear } from 'd3-scale'
import type { SVGAttributes } from 'react'
import type { Urgency } from '#shared/expiry/expiry.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { screenColors } from '../../ui/drawing/palette.ts'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import type { TimeRange } from './time-range.ts'
import { ticksOf, type Ticks } from './time-ticks.ts'

// Sizes in every drawing (window, paper, file), in pixels.
export const axisHeight = 44
export const laneHeight = 28
export const barHeight = 18
export const noteHeight = 18
export const rowPadding = 5
export const fontSize = 12

const shortestBar = 4

export interface Plot {
  readonly range: TimeRange
  readonly width: number
  readonly now: number
  readonly measure: MeasureText
  readonly dates: DateText
  readonly ticks: Ticks
  /** Returns the place of an instant, in pixels from the left. */
  readonly x: (at: number) => number
  /** Minimum length of a bar, in milliseconds. */
  readonly shortest: number
}

/** Spreads a time range over a drawing's width. */
export function plotOf(given: Pick<Plot, 'range' | 'width' | 'now' | 'measure' | 'dates'>): Plot {
  const { range, width, dates } = given
  const scale = scaleLinear().domain([range.from, range.to]).range([0, width])
  return {
    ...given,
    ticks: ticksOf(range, width, dates),
    x: (at) => Math.round(scale(at) * 100) / 100,
    shortest: scale.invert(shortestBar) - range.from,
  }
}

/** The window's colors in the current theme. */
export const palette = {
  ...screenColors,
  sunken: 'var(--clavis-sunken)',
  accent: 'var(--clavis-accent)',
  accentTint: 'var(--clavis-accent-tint)',
  warn: 'var(--clavis-warn)',
  warnTint: 'var(--clavis-warn-tint)',
  bad: 'var(--clavis-bad)',
  badTint: 'var(--clavis-bad-tint)',
  mock: 'var(--clavis-mock)',
  testing: 'var(--clavis-testing)',
  production: 'var(--clavis-production)',
}

/** The fill of an active bar in every theme, under white text. */
export const solidBar = '#0f7b6c'

/** The color of each urgency in the drawing, and the one behind it. */
export const urgencyColors = {
  expired: { color: palette.bad, tint: palette.badTint },
  urgent: { color: palette.bad, tint: palette.badTint },
  soon: { color: palette.warn, tint: palette.warnTint },
  fine: { color: palette.inkMuted, tint: palette.sunken },
} as const satisfies Record<Urgency, { readonly color: string; readonly tint: string }>

/** Returns how a period without a certificate is framed: the nearer, the more solidly, so that urgency is visible without color. */
export function gapFrame(urgency: Urgency): SVGAttributes<SVGRectElement> {
  const { color, tint } = urgencyColors[urgency]
  const near = { strokeWidth: 1.5 }
  const lines = {
    expired: near,
    urgent: near,
    soon: { strokeWidth: 1, strokeDasharray: '7 2.5' },
    fine: { strokeWidth: 1, strokeDasharray: '2 3' },
  }
  return { fill: tint, stroke: color, ...lines[urgency] }
}
