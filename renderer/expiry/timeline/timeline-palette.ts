import { screenColors } from '../../ui/drawing/palette.ts'

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
