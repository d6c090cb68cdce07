export type LegendKind = 'active' | 'ready' | 'retired' | 'soon' | 'critical' | 'overlap' | 'gap'

/** What the shapes mean, in the order of the legend. */
export const legendItems: readonly { readonly kind: LegendKind; readonly label: string }[] = [
  { kind: 'active', label: 'Active: it signs' },
  { kind: 'ready', label: 'Not in use' },
  { kind: 'retired', label: 'Retired' },
  { kind: 'soon', label: '30 days before the end' },
  { kind: 'critical', label: '7 days before the end' },
  { kind: 'overlap', label: 'Two are valid' },
  { kind: 'gap', label: 'No valid certificate' },
]
