export type LegendKind = 'active' | 'ready' | 'retired' | 'soon' | 'critical' | 'overlap' | 'gap' | 'near-gap'

export const legendItems: readonly { readonly kind: LegendKind; readonly label: string }[] = [
  { kind: 'active', label: 'Active' },
  { kind: 'ready', label: 'Not in use' },
  { kind: 'retired', label: 'Retired' },
  { kind: 'soon', label: 'Last 30 days' },
  { kind: 'critical', label: 'Last 7 days' },
  { kind: 'overlap', label: 'Overlap' },
  { kind: 'gap', label: 'Gap' },
  { kind: 'near-gap', label: 'Gap within 30 days' },
]
