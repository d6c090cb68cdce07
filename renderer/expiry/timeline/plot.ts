import { scaleLinear } from 'd3-scale'
import type { DateText } from '../../../shared/model/values/date-text.ts'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import type { TimeRange } from './time-range.ts'
import { ticksOf, type Ticks } from './time-ticks.ts'

const shortestBar = 4

/** What all parts of a drawing share. */
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
