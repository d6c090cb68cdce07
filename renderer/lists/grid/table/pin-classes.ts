import type { PlacedColumn } from './column-places.ts'
import classes from './record-table.module.css'

/** What marks a column's elements as pinned, and the line between them and what is scrolled. */
export function pinClasses({ side, isAtPinEdge }: PlacedColumn): string {
  if (side === 'free') return ''
  const line = !isAtPinEdge ? '' : side === 'left' ? classes['lastLeft'] : classes['firstRight']
  return `${classes['pinned'] ?? ''} ${line ?? ''}`
}
