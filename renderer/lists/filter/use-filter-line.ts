import { useEffect, useMemo, useState } from 'react'
import { spokenName, type NamedColumn } from '#shared/lists/column-names.ts'
import type { FilterLine, Correction, FilterLineFault } from '#shared/lists/filter-line/filter-line-grammar.ts'
import { parseFilterLine } from '#shared/lists/filter-line/filter-line-reading.ts'
import { writeFilterLine, writeName } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { ColumnFilter, SearchWord } from '#shared/lists/list-filter.ts'
import type { FilterLineText } from '../model/view-memory.tsx'

/** How long typing pauses before the line is applied, in milliseconds. */
const settling = 250

/** How long it pauses before what can't be parsed is called an error, in milliseconds: most such lines are half typed. */
const settlingOfFaults = 1000

export type FilterChange = (filters: readonly ColumnFilter[]) => readonly ColumnFilter[]

/** The line that holds a list's query. Words and filters keep their identity until they change. */
export interface FilterLineControl extends FilterLineText {
  /** @param isHeld whether the line waits for {@link settle}, because a column's name is still being typed */
  readonly setText: (text: string, isHeld?: boolean) => void
  /** Applies at once what was typed. */
  readonly settle: () => void
  /** Ends the wait for more to be typed: the person has left the line. */
  readonly release: () => void
  /** Returns what was typed, also if it isn't applied yet. */
  readonly typed: () => FilterLine
  readonly columns: readonly NamedColumn[]
  /** Why the current text can't be parsed; undefined while it is being typed. */
  readonly fault: FilterLineFault | undefined
  /** Replaces the part of the line that is wrong. */
  readonly correct: (correction: Correction) => void
  /** Rewrites the line at once, including what was just typed. */
  readonly changeFilters: (change: FilterChange) => void
  /** Adds the name of a column at the end, for which a value is to be typed. */
  readonly begin: (path: string) => void
  /** Replaces the line by one for this query. */
  readonly ask: (line: FilterLine) => void
  readonly clear: () => void
}

/** Keeps the line. @param columns the columns loaded so far @param beginning the initial line */
export function useFilterLine(columns: readonly NamedColumn[], beginning: FilterLineText): FilterLineControl {
  // The pause is undefined if the line waits for `settle`.
  const [{ text, pause }, setTyped] = useState<{ text: string; pause?: number }>({ text: beginning.text })
  const [settled, setSettled] = useState(text)
  function setText(typed: string, held = false): void {
    const isFault = parseFilterLine(typed, columns).kind === 'fault'
    setTyped(held ? { text: typed } : { text: typed, pause: isFault ? settlingOfFaults : settling })
  }
  useEffect(() => {
    if (pause === undefined) return undefined
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  const [taken, setTaken] = useState<FilterLine>({ search: beginning.search, filters: beginning.filters })
  const parsed = parseFilterLine(settled, columns)
  // While a line can't be parsed, the list stays as it was.
  if (parsed.kind === 'line' && JSON.stringify(parsed.line) !== JSON.stringify(taken)) setTaken(parsed.line)
  // Columns may not be loaded yet, which is no error.
  const fault = parsed.kind === 'fault' && text === settled && columns.length > 0 ? parsed.fault : undefined
  const searchKey = JSON.stringify(taken.search)
  const search = useMemo(() => JSON.parse(searchKey) as readonly SearchWord[], [searchKey])
  const filtersKey = JSON.stringify(taken.filters)
  const filters = useMemo(() => JSON.parse(filtersKey) as readonly ColumnFilter[], [filtersKey])
  function lineIn(typedText: string): FilterLine {
    const line = parseFilterLine(typedText, columns)
    return line.kind === 'line' ? line.line : taken
  }
  return {
    text,
    setText,
    settle: () => setSettled(text),
    release: () => setTyped({ text, pause: settling }),
    typed: () => lineIn(text),
    columns,
    search,
    filters,
    fault,
    correct: ({ written, start, end }) => setText(`${text.slice(0, start)}${written}${text.slice(end)}`),
    changeFilters: (change) =>
      // An undo may come when the text has long changed.
      setTyped((now) => {
        const { search: words, filters: held } = lineIn(now.text)
        return { text: writeFilterLine({ search: words, filters: change(held) }, columns), pause: settling }
      }),
    begin: (path) => {
      const column = columns.find((each) => each.path === path)
      const name = column === undefined ? path : spokenName(column, columns)
      setText(`${[text.trim(), writeName(name)].filter((part) => part !== '').join(' ')}:`, true)
    },
    ask: (line) => setText(writeFilterLine(line, columns)),
    clear: () => setText(''),
  }
}
