/**
 * Returns the group that a key moves the focus to; undefined if it leads nowhere.
 * @param inRow number of groups in a row; the others wrap to the next one
 */
export function groupAfterKey(key: string, from: number, count: number, inRow: number): number | undefined {
  const to = { ArrowLeft: from - 1, ArrowRight: from + 1, ArrowUp: from - inRow, ArrowDown: from + inRow }[key]
  if (to !== undefined) {
    // With one row or one column, all four arrows go through the groups.
    const step = inRow >= count && (key === 'ArrowUp' || key === 'ArrowDown') ? from + (key === 'ArrowUp' ? -1 : 1) : to
    return step >= 0 && step < count ? step : undefined
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
