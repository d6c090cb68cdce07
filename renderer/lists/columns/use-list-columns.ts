import { queryOptions, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { useMemo, useRef, useEffect, useState } from 'react'
import { plainLayout, type ColumnChange, type ColumnLayout } from '#shared/lists/list-columns.ts'
import type { Column, DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call, useClavisEvent } from '../../platform/clavis.ts'
import { useOnPageLeave } from '../../platform/page-leave.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import {
  arrangeColumns,
  isPlainLayout,
  withPlace,
  withSettings,
  withShownOrder,
  type ArrangedColumn,
  type SettingChange,
} from '../model/column-layout.ts'
import { isLoading } from '../model/list-messages.ts'
import type { ViewMemory } from '../model/view-memory.tsx'

/** A list's columns as arranged, and the commands to arrange them. */
export interface ArrangedColumns {
  /** All columns in their order, including hidden ones. */
  readonly arranged: readonly ArrangedColumn[]
  /** Whether nothing is arranged. */
  readonly isPlain: boolean
  /** How the data's columns differ from those of an earlier load, unless dismissed. */
  readonly dataChange: ColumnChange | undefined
  readonly dismissDataChange: () => void
  readonly set: (paths: readonly string[], change: SettingChange) => void
  /** Moves a column to an index among all columns. */
  readonly place: (path: string, place: number) => void
  readonly orderShown: (paths: readonly string[]) => void
  readonly reset: () => void
}

/** Returns the commands to arrange columns. @param change replaces the layout by one made from it */
export function columnCommands(
  columns: readonly Column[],
  hiddenByDefault: ReadonlySet<string>,
  change: (changed: (layout: ColumnLayout) => ColumnLayout) => void,
): Pick<ArrangedColumns, 'set' | 'place' | 'orderShown' | 'reset'> {
  return {
    set: (paths, setting) => change((known) => withSettings(known, paths, setting, hiddenByDefault)),
    place: (path, place) =>
      change((known) => withPlace(known, arrangeColumns(columns, known, hiddenByDefault), path, place)),
    orderShown: (paths) =>
      change((known) => withShownOrder(known, arrangeColumns(columns, known, hiddenByDefault), paths)),
    reset: () => change(() => plainLayout),
  }
}

/** Columns whose layout is kept across restarts. */
export interface StoredColumns extends ArrangedColumns {
  /** Why the layout couldn't be read; null if it could, or is still being read. */
  readonly fault: unknown
  readonly layout: ColumnLayout
  readonly tryAgain: () => void
}

/** The layout of an open saved view, which is shown in place of the list's own. */
export interface ViewLayout {
  readonly layout: ColumnLayout
  readonly change: (changed: (layout: ColumnLayout) => ColumnLayout) => void
}

/** Reads and changes the layout that main stores, or a saved view's. Changes show at once and are stored one after another. */
export function useListColumns(
  profileId: ProfileId,
  list: ListName,
  columns: readonly Column[],
  constant: ReadonlySet<string>,
  ofView?: ViewLayout,
): StoredColumns {
  const client = useQueryClient()
  const dates = useDates()
  const query = useMemo(
    () =>
      queryOptions({
        queryKey: ['list-columns', profileId, list],
        queryFn: () => call('lists.columns', { profileId, list }),
      }),
    [profileId, list],
  )
  const { data, error, refetch } = useQuery(query)
  const layout = ofView?.layout ?? data?.layout ?? plainLayout
  const keeping = useRef<{ waiting: ColumnLayout | undefined } | undefined>(undefined)

  useClavisEvent('lists.columnsChanged', (place) => {
    // While a change is being stored, main's layout is older than what is shown.
    if (place.profileId === profileId && place.list === list && keeping.current === undefined)
      void client.invalidateQueries({ queryKey: query.queryKey })
  })

  // The counts change with every page, but neither order nor settings depend on them.
  const columnKey = columns.map(({ path, type, filled }) => `${path}\n${type}\n${filled === 0}`).join('\n\n')
  const hidden = useMemo(
    () => new Set([...constant, ...columns.filter(({ filled }) => filled === 0).map(({ path }) => path)]),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by the key above: `columns` is a new list with each page
    [columnKey, constant],
  )
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- by the key above: `columns` is a new list with each page
  const arranged = useMemo(() => arrangeColumns(columns, layout, hidden, dates), [columnKey, layout, hidden, dates])

  async function keep(next: ColumnLayout): Promise<void> {
    // An answer on its way is older than this change.
    void client.cancelQueries({ queryKey: query.queryKey })
    client.setQueryData(query.queryKey, (known) => ({ ...known, layout: next }))
    if (keeping.current !== undefined) {
      keeping.current.waiting = next
      return
    }
    keeping.current = { waiting: next }
    try {
      while (keeping.current.waiting !== undefined) {
        const { waiting } = keeping.current
        keeping.current.waiting = undefined
        await call('lists.changeColumns', { profileId, list, layout: waiting })
      }
    } catch (error) {
      showError('Couldn’t save the column layout', error)
    } finally {
      keeping.current = undefined
      void client.invalidateQueries({ queryKey: query.queryKey })
    }
  }
  useOnPageLeave(() => {
    const layout = keeping.current?.waiting
    if (layout !== undefined) call('lists.changeColumns', { profileId, list, layout }).catch(() => undefined)
  })
  const change = (changed: (layout: ColumnLayout) => ColumnLayout): void => {
    const known = client.getQueryData(query.queryKey)?.layout ?? plainLayout
    const next = changed(known)
    if (JSON.stringify(next) !== JSON.stringify(known)) void keep(next)
  }

  return {
    arranged,
    fault: error,
    layout,
    tryAgain: () => void refetch(),
    isPlain: isPlainLayout(layout),
    dataChange: data?.change,
    dismissDataChange: () => {
      client.setQueryData(query.queryKey, (known) => known && { layout: known.layout })
      call('lists.dismissColumnChange', { profileId, list }).catch((error: unknown) =>
        showError('Couldn’t dismiss the notice', error),
      )
    },
    ...columnCommands(columns, hidden, ofView?.change ?? change),
  }
}

const none: ReadonlySet<string> = new Set()

/** Returns the columns that have the same value in all loaded records. While pages load, those found before. */
export function useConstantColumns(summary: DatasetSummary | undefined): ReadonlySet<string> {
  const datasetId = summary?.datasetId ?? ''
  const { data } = useQuery({
    queryKey: ['constant-columns', datasetId, summary?.records],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const analysisId = crypto.randomUUID()
      signal.addEventListener('abort', () => void call('lists.cancelAnalysis', { datasetId, analysisId }))
      return new Set(await call('lists.constantColumns', { datasetId, analysisId }))
    },
    enabled: summary !== undefined && summary.records > 0 && !isLoading(summary),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  })
  return data ?? none
}

/** Columns of temporary records, whose layout lives as long as the records. */
export function useTemporaryColumns(columns: readonly Column[], kept: ViewMemory): ArrangedColumns {
  const [layout, setLayout] = useState(() => kept.read().columns)
  useEffect(() => kept.update({ columns: layout }), [kept, layout])
  const arranged = useMemo(() => arrangeColumns(columns, layout), [columns, layout])
  return {
    arranged,
    isPlain: isPlainLayout(layout),
    dataChange: undefined,
    dismissDataChange: () => undefined,
    ...columnCommands(columns, new Set(), setLayout),
  }
}
