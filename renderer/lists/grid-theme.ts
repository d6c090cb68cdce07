import { themeQuartz } from 'ag-grid-community'

/** The table in Clavis's visual language. */
export const gridTheme = themeQuartz.withParams({
  backgroundColor: 'var(--clavis-raised)',
  foregroundColor: 'var(--clavis-ink)',
  headerBackgroundColor: 'var(--clavis-sunken)',
  headerTextColor: 'var(--clavis-ink-muted)',
  headerFontWeight: 500,
  borderColor: 'var(--clavis-line)',
  rowHoverColor: 'var(--clavis-hover)',
  selectedRowBackgroundColor: 'var(--clavis-selected)',
  accentColor: 'var(--clavis-accent)',
  fontFamily: 'inherit',
  fontSize: 12.5,
  headerFontSize: 12,
  rowHeight: 32,
  headerHeight: 34,
  cellHorizontalPadding: 10,
  wrapperBorderRadius: 10,
  tooltipBackgroundColor: 'light-dark(#20272c, #e8ebed)',
  tooltipTextColor: 'light-dark(#ffffff, #14181b)',
})
