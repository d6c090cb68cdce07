import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { NamedColumn } from '../../../shared/model/lists/columns/column-names.ts'
import type { FilterLineFault } from '../../../shared/model/filter-line/filter-line-fault.ts'
import { parseFilterLine } from '../../../shared/model/filter-line/filter-line-reading.ts'
import { writeFilterLine } from '../../../shared/model/filter-line/filter-line-writing.ts'
import type { FilterLine } from '../../../shared/model/filter-line/filter-line.ts'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { SearchWord } from '../../../shared/model/query/list-search.ts'
import { ownTimeZone } from '../model/own-time-zone.ts'
import type { FilterLineText } from '../model/view-memory.tsx'

/** How long a person pauses before a line that is being typed is taken, milliseconds. */
const settling = 250

/** Makes other filters of those that there are. */
export type FilterChange = (filters: readonly ColumnFilter[]) => readonly ColumnFilter[]

/** The line in which a person writes what a list is to show. Words and filters are the same lists until they change. */
export interface FilterLineControl extends FilterLineText {
  readonly setText: (text: string) => void
  /** The columns that the line knows. */
  readonly columns: readonly NamedColumn[]
  /** Why the line as it stands cannot be read. */
  readonly fault: FilterLineFault | undefined
  /** Writes the column that was probably meant, where the fault names one. */
  readonly applySuggestion: () => void
  /** Writes the line anew, at once; what was typed just before and is not taken yet is part of it. */
  readonly changeFilters: (change: FilterChange) => void
  /** Writes the line that asks for this. */
  readonly ask: (line: FilterLine) => void
  readonly clear: () => void
}

/** A line that is to filter by this alone, whether its column is there yet or not. */
export function filterLineOf(filter: ColumnFilter): FilterLineText {
  return { text: writeFilterLine({ search: [], filters: [filter] }, []), search: [], filters: [] }
}

/**
 * Keeps the line.
 * @param columns those that the list has so far
 * @param beginning how the line is at first
 */
export function useFilterLine(columns: readonly NamedColumn[], beginning: FilterLineText): FilterLineControl {
  const [timeZone] = useState(ownTimeZone)
  const [text, setText] = useState(beginning.text)
  const [settled] = useDebouncedValue(text, settling)
  const [taken, setTaken] = useState<FilterLine>({ search: beginning.search, filters: beginning.filters })
  const parsed = parseFilterLine(settled, columns, timeZone)
  // While a line cannot be read, the list stays as it was.
  if (parsed.kind === 'line' && JSON.stringify(parsed.line) !== JSON.stringify(taken)) setTaken(parsed.line)
  // Columns that are not there yet are no fault of the line.
  const fault = parsed.kind === 'fault' && columns.length > 0 ? parsed.fault : undefined
  const searchKey = JSON.stringify(taken.search)
  const search = useMemo(() => JSON.parse(searchKey) as readonly SearchWord[], [searchKey])
  const filtersKey = JSON.stringify(taken.filters)
  const filters = useMemo(() => JSON.parse(filtersKey) as readonly ColumnFilter[], [filtersKey])
  return {
    text,
    setText,
    columns,
    search,
    filters,
    fault,
    applySuggestion: () => {
      const meant = fault?.meant
      // What was typed since then may have mended it otherwise.
      if (meant !== undefined && text === settled)
        setText(`${text.slice(0, meant.start)}${meant.written}${text.slice(meant.end)}`)
    },
    changeFilters: (change) => {
      const typed = parseFilterLine(text, columns, timeZone)
      const line = typed.kind === 'line' ? typed.line : taken
      setText(writeFilterLine({ search: line.search, filters: change(line.filters) }, columns))
    },
    ask: (line) => setText(writeFilterLine(line, columns)),
    clear: () => setText(''),
  }
}
