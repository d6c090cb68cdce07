import { useLocalStorage } from '@mantine/hooks'

export type RowDensity = 'regular' | 'dense'

/** Heights of a row, in pixels. */
const heights: Readonly<Record<RowDensity, number>> = { regular: 28, dense: 22 }

export const defaultRowHeight = heights.regular

/** Returns how close the rows of all tables are, and a function to change it. Kept across restarts. */
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
  return { density, rowHeight: heights[density], setDensity }
}
