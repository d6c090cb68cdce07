import { EmptyState, SegmentedControl } from '@mantine/core'
import { IconArrowsExchange, IconEqual, IconFileExport, IconListSearch, IconX } from '@tabler/icons-react'
import { type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ComparisonCounts, incompleteMessage, repeatedMessage } from '#shared/lists/comparison.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { useLostFocus } from '../../platform/focus-lost.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { ListBody } from '../browser/list-body.tsx'
import { QueryProgress } from '../browser/query-progress.tsx'
import { type OpenRecord, RecordBrowser } from '../browser/record-browser.tsx'
import { useTableState } from '../browser/use-table-state.ts'
import { useTemporaryColumns } from '../columns/use-list-columns.ts'
import { openExport } from '../export/export-dialog.tsx'
import { useExports } from '../export/exports.tsx'
import { FilterChips } from '../filter/filter-chips.tsx'
import { FilterLineInput, focusLineEnd } from '../filter/filter-line.tsx'
import { isSameFilter, withFilters } from '../filter/list-filters.ts'
import { useFilterLine } from '../filter/use-filter-line.ts'
import { queryOf } from '../model/list-query.ts'
import type { SortOrder } from '../model/sort-order.ts'
import { ComparedNames } from './compared-names.tsx'
import type { ComparisonState } from './comparison-state.ts'
import {
  differenceColumns,
  differenceFilters,
  filteredColumns,
  filteredPath,
  newestRecord,
  suggestedPath,
} from './difference-columns.ts'
import classes from './comparison.module.css'

/** Summarizes the differences: `0 added · 1,000 removed · 0 changed · 49,000 unchanged`. */
export function comparisonMessage({ added, gone, changed, same }: ComparisonCounts): string {
  const [plus, minus, modified, unchanged] = [added, gone, changed, same].map((number) => number.toLocaleString())
  if (added + gone + changed > 0)
    return `${plus} added · ${minus} removed · ${modified} changed · ${unchanged} unchanged`
  return same === 0 ? 'Both lists are empty' : `No differences · ${unchanged} unchanged`
}

/** Counts the records that could not be compared; undefined if there are none. */
export function notComparedMessage(counts: ComparisonCounts, idPath: string): string | undefined {
  const { withoutIdBefore, withoutIdAfter } = counts
  if (withoutIdBefore + withoutIdAfter === 0) return undefined
  return `Not compared (no “${idPath}”): ${withoutIdBefore.toLocaleString()} in the first list, ${withoutIdAfter.toLocaleString()} in the second.`
}

const kinds = ['added', 'gone', 'changed'] as const

type Kind = 'all' | (typeof kinds)[number]

/** Keeps the differences of one kind. */
function kindFilters(kind: Kind): ColumnFilter[] {
  return kind === 'all' ? [] : [{ path: 'change', excludes: false, condition: { kind: 'equals', text: kind } }]
}

/** Returns the kind that filters keep. */
function kindOf(filters: readonly ColumnFilter[]): Kind {
  const isKept = (kind: Kind): boolean =>
    kindFilters(kind).some((wanted) => filters.some((filter) => isSameFilter(filter, wanted)))
  return kinds.find(isKept) ?? 'all'
}

export function Differences({
  compared: { pair, comparison, kept },
  isSwapped,
  isFollowing,
  onSwap,
  onClose,
}: {
  readonly compared: Extract<ComparisonState, { kind: 'compared' }>
  readonly isSwapped: boolean
  readonly isFollowing: RefObject<boolean>
  readonly onSwap: () => void
  readonly onClose: () => void
}): ReactElement {
  const { summary, counts, changedPaths, completeness, idPath } = comparison
  const [before] = useState(kept.read)
  const [kind, setKind] = useState(() => kindOf(before.filterLine.filters))
  const [opened, setOpened] = useState<OpenRecord | undefined>(
    before.openRecord && { ...before.openRecord, by: 'return' },
  )
  const swapButton = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLParagraphElement>(null)
  useLostFocus(isSwapped ? swapButton : outcome, isFollowing)
  const columns = useTemporaryColumns(summary.columns, kept)
  const state = useTableState(summary.datasetId, kept)
  const { shown } = state
  const savings = useExports()
  const [sort, setSort] = useState<SortOrder>(before.sort)
  const { timeZone } = useDates()
  const named = useMemo(
    () => filteredColumns(differenceColumns(columns.arranged, idPath, undefined)),
    [columns.arranged, idPath],
  )
  const line = useFilterLine(named, before.filterLine)
  const field = useRef<HTMLInputElement>(null)
  const { text, search, filters } = line
  const query = useMemo(
    () => queryOf({ search, filters: [...kindFilters(kind), ...differenceFilters(filters)] }, sort, timeZone),
    [search, filters, kind, sort, timeZone],
  )
  useEffect(
    () =>
      kept.update({
        filterLine: { text, search, filters: [...kindFilters(kind), ...filters] },
        sort,
        openRecord: opened,
      }),
    [kept, text, search, filters, kind, sort, opened],
  )
  const drawn = useMemo(() => {
    const shownPaths = kind === 'changed' ? new Set(changedPaths) : undefined
    return { ...columns, arranged: differenceColumns(columns.arranged, idPath, shownPaths) }
  }, [columns, idPath, kind, changedPaths])
  const notes = [notComparedMessage(counts, idPath), repeatedMessage(counts), incompleteMessage(completeness)]
    .filter((note) => note !== undefined)
    .join(' ')
  function beginFilter(path: string): void {
    // At once: the cursor goes to the end of the line.
    flushSync(() => line.begin(filteredPath(path)))
    focusLineEnd(field.current)
  }
  function save(): void {
    if (shown === undefined) return
    const saved = {
      summary,
      query: shown.query,
      count: shown.count,
      selected: state.selected,
      columns: columns.arranged,
    }
    openExport(saved, (chosen, options) => {
      const name = `differences from “${pair.before.name}” to “${pair.after.name}”`
      void savings.start({ datasetId: summary.datasetId, name }, chosen, options)
    })
  }
  return (
    <section className={classes['differences']} aria-label="Comparison">
      <header className={classes['head']}>
        <div className={classes['headWords']}>
          <ComparedNames pair={pair} isShort />
          <p ref={outcome} className={classes['words']} role="status" tabIndex={-1}>
            {comparisonMessage(counts)}
            {notes !== '' && ` · ${notes}`}
          </p>
          <QueryProgress
            isBuilding={state.isBuilding}
            query={query}
            shown={shown?.query}
            onCancel={(wasShown) => {
              setSort(wasShown.sort)
              setKind(kindOf(wasShown.filters))
              const others = wasShown.filters.filter((filter) => kindOf([filter]) === 'all')
              line.ask({ search: wasShown.search, filters: others.map(({ newest: _, ...filter }) => filter) })
            }}
          />
        </div>
        {summary.records > 0 && (
          <div className={classes['query']}>
            <SegmentedControl
              size="xs"
              aria-label="Type of difference"
              value={kind}
              onChange={(chosen) => {
                setKind(chosen)
                setOpened(undefined)
              }}
              data={[
                { value: 'all', label: 'All' },
                { value: 'added', label: `Added ${counts.added.toLocaleString()}` },
                { value: 'gone', label: `Removed ${counts.gone.toLocaleString()}` },
                { value: 'changed', label: `Changed ${counts.changed.toLocaleString()}` },
              ]}
            />
            <div className={classes['search']}>
              <FilterLineInput
                datasetId={summary.datasetId}
                state={line}
                field={field}
                label="Search differences"
                exampleRecord={newestRecord}
                valuePath={(path) => suggestedPath(path, summary.columns)}
                onDone={() => state.table.current?.focusCell()}
              />
            </div>
          </div>
        )}
        <div className={classes['tools']}>
          {summary.records > 0 && (
            <>
              <SecondaryButton
                size="xs"
                icon={IconFileExport}
                disabled={savings.running.some(({ datasetId }) => datasetId === summary.datasetId)}
                onClick={save}
              >
                Export…
              </SecondaryButton>
              <SecondaryButton
                ref={swapButton}
                size="xs"
                icon={IconArrowsExchange}
                aria-label="Swap direction"
                onClick={onSwap}
              >
                Swap
              </SecondaryButton>
            </>
          )}
          <SecondaryButton size="xs" icon={IconX} onClick={onClose}>
            Close
          </SecondaryButton>
        </div>
      </header>
      <FilterChips filters={filters} columns={named} onChange={line.changeFilters} />
      {summary.records === 0 ? (
        <EmptyState
          icon={<IconEqual />}
          title="No differences"
          description={`Compared by “${idPath}”: both lists have the same records.`}
        />
      ) : (
        <ListBody>
          <RecordBrowser
            summary={summary}
            columns={drawn}
            query={query}
            onSort={setSort}
            keptView={kept}
            label="Differences"
            state={state}
            opened={opened}
            onOpened={setOpened}
            onNearEnd={undefined}
            onFilter={(filter) =>
              line.changeFilters((held) =>
                withFilters(held, [{ ...filter, path: filteredPath(filter.path) }], timeZone),
              )
            }
            columnActions={{ onFilter: beginFilter }}
          >
            {shown?.count === 0 && shown.query === query && (
              <EmptyState
                icon={<IconListSearch />}
                title="No matching differences"
                description="No differences match the search and filters."
              />
            )}
          </RecordBrowser>
        </ListBody>
      )}
    </section>
  )
}
