import { paperColors, screenColors, type Palette } from '../../ui/drawing/palette.ts'

/** The colors of a drawing, and the prefix of its pattern ids: two drawings may be in one document. */
export interface TimelinePalette extends Palette {
  readonly id: string
  readonly sunken: string
  readonly accent: string
  readonly accentTint: string
  readonly warn: string
  readonly warnTint: string
  readonly bad: string
  readonly badTint: string
  readonly mock: string
  readonly testing: string
  readonly production: string
}

export const screenPalette: TimelinePalette = {
  ...screenColors,
  id: 'screen',
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

/** The light theme's colors as values, for paper and self-contained files. */
export const paperPalette: TimelinePalette = {
  ...paperColors,
  id: 'paper',
  sunken: '#f6f7f7',
  accent: '#0f7b6c',
  accentTint: '#e8f6f3',
  warn: '#7d5400',
  warnTint: '#fdf5e3',
  bad: '#b02a1c',
  badTint: '#fdf0ee',
  mock: '#665192',
  testing: '#2b51b5',
  production: '#a8104a',
}

/** The fill of an active bar in every theme, under white text. */
export const solidBar = '#0f7b6c'
