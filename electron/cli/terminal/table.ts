import { visibleLine } from '#shared/values/visible-text.ts'

/**
 * Formats rows as columns that are as wide as their widest cell. Lines are not truncated; each cell is one line.
 * @param headings one for each column
 * @param ifEmpty the text if there is no row
 */
export function formatTable(
  headings: readonly string[],
  content: readonly (readonly string[])[],
  ifEmpty?: string,
): string {
  if (content.length === 0 && ifEmpty !== undefined) return ifEmpty
  const rows = [headings.map((heading) => heading.toUpperCase()), ...content].map((row) => row.map(visibleLine))
  const widths: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length)
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
