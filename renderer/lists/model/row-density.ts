import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

export type RowDensity = 'regular' | 'dense'

/** Heights of a row, in pixels. */
const heights: Readonly<Record<RowDensity, number>> = { regular: 28, dense: 22 }

export const defaultRowHeight = heights.regular

/**
 * Returns how close the rows of all tables are, and a function to change it. Kept across restarts. In a low window, and at
 * 200 %, they are always close.
 */
export function useRowDensity(): {
  readonly density: RowDensity
  readonly rowHeight: number
  readonly setDensity: (density: RowDensity) => void
} {
  const [stored, setDensity] = useLocalStorage({
    key: 'clavis.rows',
    defaultValue: 'regular',
    getInitialValueInEffect: false,
  })
  const density = stored === 'dense' ? 'dense' : 'regular'
  const isLow = useMediaQuery('(max-height: 520px)', false, { getInitialValueInEffect: false })
  return { density, rowHeight: heights[isLow ? 'dense' : density], setDensity }
}
