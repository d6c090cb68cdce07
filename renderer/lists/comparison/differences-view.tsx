import { EmptyState, SegmentedControl } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconEqual,
  IconFileExport,
  IconListSearch,
  IconX,
} from '@tabler/icons-react'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { type ComparisonCounts, incompleteMessage, repeatedMessage } from '#shared/lists/comparison.ts'
import { useLostFocus } from '../../platform/focus-lost.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { count } from '../../ui/text/count.ts'
import { ListBody, ListFoot } from '../browser/list-body.tsx'
import { RecordBrowser } from '../browser/record-browser.tsx'
import { RowActions } from '../browser/row-actions.tsx'
import { useListQuery } from '../browser/use-list-query.ts'
import { useListView } from '../browser/use-list-view.ts'
import { useTemporaryColumns } from '../columns/use-list-columns.ts'
import { openExport } from '../export/export-dialog.tsx'
import { useExports } from '../export/exports.tsx'
import { FilterChips } from '../filter/filter-chips.tsx'
import { FilterLineInput } from '../filter/filter-line.tsx'
import { differenceKinds, useViewMemories, type ViewState } from '../model/view-memory.tsx'
import { ComparedNames } from './compared-names.tsx'
import { differencesView, type ComparedDifferences } from './comparison-state.ts'
import {
  differenceColumns,
  differenceFilters,
  differenceLayout,
  filteredColumns,
  filteredPath,
  lineFilters,
  kindOf,
  newestRecord,
  suggestedPath,
} from './difference-columns.ts'
import { swappedViewState } from './swapped-view.ts'
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

/** Shows differences as a list is shown: in the same table, with a filter line, but with columns of two sides. */
export function Differences({
  compared: { pair, comparison, beginning },
  isSwapped,
  onSwap,
  onLoadAll,
  isLoadingAll,
  onClose,
}: {
  readonly compared: ComparedDifferences
  /** Whether they replace those of the other direction. */
  readonly isSwapped: boolean
  /** Swaps them. @param beginning how the swapped ones are viewed first */
  readonly onSwap: (beginning: Partial<ViewState>) => void
  /** Loads the rest of the lists that were incomplete, and compares again; undefined if they can’t be loaded. */
  readonly onLoadAll: (() => void) | undefined
  readonly isLoadingAll: boolean
  readonly onClose: () => void
}): ReactElement {
  const { summary, counts, changedPaths, completeness, idPath } = comparison
  const memory = useViewMemories().of(differencesView(summary.datasetId), {
    columns: differenceLayout(summary.columns, idPath),
    ...beginning,
  })
  const [kind, setKind] = useState(() => memory.read().differenceKind)
  useEffect(() => memory.update({ differenceKind: kind }), [memory, kind])
  const swapButton = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLParagraphElement>(null)
  useLostFocus(isSwapped ? swapButton : outcome)
  const columns = useTemporaryColumns(summary.columns, memory)
  const named = useMemo(
    () => filteredColumns(differenceColumns(columns.arranged, idPath, undefined)),
    [columns.arranged, idPath],
  )
  const drawn = useMemo(() => {
    const shownPaths = kind === 'changed' ? new Set(changedPaths) : undefined
    return { ...columns, arranged: differenceColumns(columns.arranged, idPath, shownPaths) }
  }, [columns, idPath, kind, changedPaths])
  const meaning = useMemo(() => ({ linePath: filteredPath, datasetFilters: differenceFilters(kind) }), [kind])
  const control = useListQuery(named, memory, undefined, meaning)
  const view = useListView(summary, memory, drawn, {
    ...control,
    goBack: (earlier) => {
      setKind(kindOf(earlier.filters))
      control.goBack({ ...earlier, filters: lineFilters(earlier.filters) })
    },
  })
  const { line, field } = view.query
  const { shown, found, selected, grid } = view.table
  const savings = useExports()
  const hasRecords = summary.records > 0
  const notes = [notComparedMessage(counts, idPath), repeatedMessage(counts)]
    .filter((note) => note !== undefined)
    .join(' ')
  const incomplete = incompleteMessage(completeness)
  function save(): void {
    if (shown === undefined) return
    const saved = { summary, query: shown.query, count: shown.count, selected, columns: columns.arranged }
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
            {pair.view !== undefined && ` · in “${pair.view.name}” before or after`}
            {notes !== '' && ` · ${notes}`}
          </p>
        </div>
        {hasRecords && (
          <div className={classes['query']}>
            <SegmentedControl
              size="xs"
              aria-label="Type of difference"
              value={kind ?? 'all'}
              onChange={(chosen) => {
                setKind(differenceKinds.find((each) => each === chosen))
                view.panels.openRecord(undefined)
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
                onDone={() => grid.current?.focusCell()}
              />
            </div>
          </div>
        )}
        <div className={classes['tools']}>
          {hasRecords && (
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
                onClick={() =>
                  onSwap(swappedViewState(memory.read(), new Set(summary.columns.map(({ path }) => path))))
                }
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
      {incomplete !== undefined && (
        <Notice icon={IconAlertTriangle} role="note" mb={8}>
          <p>{incomplete}</p>
          {onLoadAll !== undefined && (
            <SecondaryButton size="xs" loading={isLoadingAll} onClick={onLoadAll}>
              Load all and compare again
            </SecondaryButton>
          )}
        </Notice>
      )}
      <FilterChips filters={line.filters} columns={named} onChange={line.changeFilters} />
      {!hasRecords && (
        <EmptyState
          icon={<IconEqual />}
          title="No differences"
          description={`Compared by “${idPath}”: both lists have the same records.`}
        />
      )}
      {hasRecords && (
        <>
          <ListBody>
            <RecordBrowser summary={summary} view={view} label="Differences" onNearEnd={undefined} onExport={save}>
              {found?.count === 0 && (
                <EmptyState
                  icon={<IconListSearch />}
                  title="No matching differences"
                  description="No differences match the search and filters."
                />
              )}
            </RecordBrowser>
          </ListBody>
          <ListFoot>
            <span role="status">
              {found !== undefined && `${found.count.toLocaleString()} of ${count(summary.records, 'difference')}`}
            </span>
            <RowActions summary={summary} view={view} />
          </ListFoot>
        </>
      )}
    </section>
  )
}
