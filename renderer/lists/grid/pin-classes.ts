import type { PlacedColumn } from './column-places.ts'
import classes from './record-table.module.css'

/** Returns the classes of a pinned column, and of the line that separates it. */
export function pinClasses({ side, isAtPinEdge }: PlacedColumn): string {
  if (side === 'free') return ''
  const line = !isAtPinEdge ? '' : side === 'left' ? classes['lastLeft'] : classes['firstRight']
  return `${classes['pinned'] ?? ''} ${line ?? ''}`
}
