import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import {
  parseFilterLine,
  writeFilterLine,
  type FilterLine,
  type FilterLineFault,
} from '../../shared/model/filter-line.ts'
import type { ColumnFilter } from '../../shared/model/list-filter.ts'
import type { Column } from '../../shared/model/list.ts'

/** How long a person pauses before a line that is being typed is taken, milliseconds. */
const settling = 250

/** The line in which a person writes what a list is to show, and what it asks for. */
export interface FilterLineState {
  readonly text: string
  readonly setText: (text: string) => void
  /** What was asked for last by a line that could be read. The same list until that changes. */
  readonly search: string
  readonly filters: readonly ColumnFilter[]
  /** Why the line as it stands cannot be read. */
  readonly fault: FilterLineFault | undefined
  /** Writes the line anew, at once. */
  readonly setFilters: (filters: readonly ColumnFilter[]) => void
  readonly clear: () => void
}

const nothing: FilterLine = { search: '', filters: [] }

/**
 * Keeps the line.
 * @param columns those that the list has so far
 * @param beginning what it filters by at first
 */
export function useFilterLine(columns: readonly Column[], beginning: readonly ColumnFilter[]): FilterLineState {
  const [text, setText] = useState(() => writeFilterLine({ search: '', filters: beginning }, []))
  const [settled] = useDebouncedValue(text, settling)
  const [taken, setTaken] = useState(nothing)
  const parsed = parseFilterLine(settled, columns)
  // While a line cannot be read, the list stays as it was.
  if (parsed.kind === 'line' && JSON.stringify(parsed.line) !== JSON.stringify(taken)) setTaken(parsed.line)
  // Columns that are not there yet are no fault of the line.
  const fault = parsed.kind === 'fault' && columns.length > 0 ? parsed.fault : undefined
  const { search } = taken
  const filtersKey = JSON.stringify(taken.filters)
  const filters = useMemo(() => JSON.parse(filtersKey) as readonly ColumnFilter[], [filtersKey])
  return {
    text,
    setText,
    search,
    filters,
    fault,
    setFilters: (changed) => setText(writeFilterLine({ search, filters: changed }, columns)),
    clear: () => setText(''),
  }
}
