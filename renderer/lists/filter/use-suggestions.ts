import { useQuery } from '@tanstack/react-query'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import { call } from '../../platform/clavis.ts'
import { exampleFilters, suggestColumns, suggestValues, writingAt, type Suggestion } from './filter-suggestions.ts'

/** Whose columns and values are suggested. */
export interface SuggestionSource {
  readonly datasetId: string | undefined
  /** Returns the column of the dataset whose frequent values are suggested for a path. */
  readonly valuePath?: (path: string) => string
  /** Returns the JSON of the record whose values are examples, from that of the dataset's first record. */
  readonly exampleRecord?: (json: string) => string
}

function itself(text: string): string {
  return text
}

/** Completes a column's name or a frequent value at a place in a line. @param isOpen whether suggestions are shown */
export function useSuggestions(
  { datasetId, valuePath = itself }: SuggestionSource,
  {
    text,
    cursor,
    isOpen,
    columns,
  }: {
    readonly text: string
    readonly cursor: number
    readonly isOpen: boolean
    readonly columns: readonly NamedColumn[]
  },
): readonly Suggestion[] {
  const writing = writingAt(text, cursor, columns)
  const values = useQuery({
    queryKey: ['common-values', datasetId, writing.kind === 'value' ? [writing.path, writing.beginning] : undefined],
    queryFn: () =>
      datasetId === undefined || writing.kind !== 'value'
        ? []
        : call('lists.commonValues', { datasetId, path: valuePath(writing.path), beginning: writing.beginning }),
    enabled: datasetId !== undefined && writing.kind === 'value' && isOpen,
    // Until the values arrive, the known ones that match are suggested.
    placeholderData: (held, before) =>
      writing.kind === 'value' && before?.queryKey[1] === datasetId && before?.queryKey[2]?.[0] === writing.path
        ? held?.filter((value) => value.text.toLowerCase().startsWith(writing.beginning.toLowerCase()))
        : undefined,
    staleTime: 5000,
    gcTime: 0,
    retry: false,
  })
  switch (writing.kind) {
    case 'name':
      return suggestColumns(writing, columns)
    case 'value':
      return suggestValues(writing, values.data ?? [], columns)
    default:
      return []
  }
}

/** Returns filters of a dataset's first record as an example; undefined or empty if there are none. */
export function useExampleFilters(
  { datasetId, exampleRecord = itself }: SuggestionSource,
  columns: readonly NamedColumn[],
): string | undefined {
  const { data } = useQuery({
    queryKey: ['filter-example', datasetId],
    queryFn: async () =>
      datasetId === undefined
        ? ''
        : exampleFilters(exampleRecord((await call('lists.record', { datasetId, position: 0 })).text), columns),
    enabled: datasetId !== undefined && columns.length > 0,
    staleTime: Infinity,
    retry: false,
  })
  return data
}
