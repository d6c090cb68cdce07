export interface Palette {
  readonly surface: string
  readonly ink: string
  readonly inkMuted: string
  readonly line: string
  readonly lineStrong: string
}

/** The window's colors in the current theme. */
export const screenColors: Palette = {
  surface: 'var(--clavis-raised)',
  ink: 'var(--clavis-ink)',
  inkMuted: 'var(--clavis-ink-muted)',
  line: 'var(--clavis-line)',
  lineStrong: 'var(--clavis-line-strong)',
}

/** The light theme's colors as they are, for paper and for a file that stands alone. */
export const paperColors: Palette = {
  surface: '#ffffff',
  ink: '#171c20',
  inkMuted: '#59646c',
  line: '#e5e8ea',
  lineStrong: '#d0d6da',
}
