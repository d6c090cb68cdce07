import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowsExchange, IconEqual, IconFileExport, IconListSearch, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactElement, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ComparisonCounts, incompleteMessage, repeatedMessage } from '#shared/lists/comparison.ts'
import { type ColumnFilter, maxSearchWordLength, maxSearchWords, type SearchWord } from '#shared/lists/list-filter.ts'
import { isFocusLost, useLostFocus } from '../../platform/focus-lost.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { EmptyState } from '../../ui/controls/empty-state.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { ListBody } from '../browser/list-body.tsx'
import { QueryProgress } from '../browser/query-progress.tsx'
import { type OpenRecord, RecordBrowser } from '../browser/record-browser.tsx'
import { useTableState } from '../browser/use-table-state.ts'
import { useTemporaryColumns } from '../columns/use-list-columns.ts'
import { openExport } from '../export/export-dialog.tsx'
import { useExports } from '../export/exports.tsx'
import { FilterChips } from '../filter/filter-chips.tsx'
import { isSameFilter, withFilters } from '../filter/list-filters.ts'
import { queryOf } from '../model/list-query.ts'
import type { SortOrder } from '../model/sort-order.ts'
import { createViewMemory } from '../model/view-memory.tsx'
import { ComparedNames } from './compared-names.tsx'
import { type ComparisonState, swapped, swappedViewState } from './comparison-state.ts'
import { ComparingProgress, IdentifierChoice, WaitingDifferences } from './comparison-steps.tsx'
import type { ComparisonControl } from './comparisons.tsx'
import { differenceColumns } from './difference-columns.ts'
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

/** How long typing pauses before the search is applied, in milliseconds. */
const settling = 250

/** Returns the words that a difference must all contain. */
function searchWords(text: string): SearchWord[] {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  return words.slice(0, maxSearchWords).map((word) => ({ text: word.slice(0, maxSearchWordLength), excludes: false }))
}

/** The differences of one kind. */
function kindFilter(kind: (typeof kinds)[number]): ColumnFilter {
  return { path: 'change', excludes: false, condition: { kind: 'equals', text: kind } }
}

/** Shows a comparison: its progress, the choice of an identifier, or the differences. */
export function ComparisonView({
  control,
  isCovered,
  onUncover,
  onEnded,
}: {
  readonly control: ComparisonControl
  /** Whether the list is shown in place of the differences. */
  readonly isCovered: boolean
  readonly onUncover: () => void
  readonly onEnded: () => void
}): ReactElement | null {
  const { state, start, cancel, close } = control
  const [isSwapped, setSwapped] = useState(false)
  const { kind } = state
  /** Whether something here is replaced: only then does its replacement take the focus. */
  const isFollowing = useRef(false)
  const follow = useEffectEvent(() => {
    if (isFollowing.current && kind === 'none' && isFocusLost()) onEnded()
    isFollowing.current = true
  })
  useEffect(() => follow(), [kind])
  function end(): void {
    setSwapped(false)
    close()
  }
  switch (state.kind) {
    case 'none':
      return null
    case 'under-way':
      return <ComparingProgress state={state} isFollowing={isFollowing} onCancel={cancel} />
    case 'unclear':
      return (
        <IdentifierChoice
          pair={state.pair}
          candidates={state.candidates}
          reason={state.reason}
          refused={state.refused}
          isFollowing={isFollowing}
          onChoose={(idPath) => void start(state.pair, idPath)}
          onClose={end}
        />
      )
    case 'compared':
      return isCovered ? (
        <WaitingDifferences pair={state.pair} isFollowing={isFollowing} onShow={onUncover} onClose={end} />
      ) : (
        <Differences
          compared={state}
          isSwapped={isSwapped}
          isFollowing={isFollowing}
          onSwap={() => {
            setSwapped(true)
            void start(
              swapped(state.pair),
              state.comparison.idPath,
              createViewMemory(
                swappedViewState(state.kept.read(), new Set(state.comparison.summary.columns.map(({ path }) => path))),
              ),
            )
          }}
          onClose={end}
        />
      )
  }
}

/** Shows the differences as a list that can be filtered and exported. */
function Differences({
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
  const [filters, setFilters] = useState(before.filterLine.filters)
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
  const [text, setText] = useState(before.filterLine.text)
  const [settledText] = useDebouncedValue(text, settling)
  const search = useMemo(() => searchWords(settledText), [settledText])
  const query = useMemo(() => queryOf({ search, filters }, sort, timeZone), [search, filters, sort, timeZone])
  useEffect(
    () => kept.update({ filterLine: { text, search, filters }, sort, openRecord: opened }),
    [kept, text, search, filters, sort, opened],
  )
  const isKind = (filter: ColumnFilter): boolean => kinds.some((kind) => isSameFilter(filter, kindFilter(kind)))
  const kind = kinds.find((each) => filters.some((filter) => isSameFilter(filter, kindFilter(each)))) ?? 'all'
  const otherFilters = filters.filter((filter) => !isKind(filter))
  const drawn = useMemo(() => {
    const shownPaths = kind === 'changed' ? new Set(changedPaths) : undefined
    return { ...columns, arranged: differenceColumns(columns.arranged, idPath, shownPaths) }
  }, [columns, idPath, kind, changedPaths])
  const notes = [notComparedMessage(counts, idPath), repeatedMessage(counts), incompleteMessage(completeness)]
    .filter((note) => note !== undefined)
    .join(' ')
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
          <ComparedNames pair={pair} />
          <p ref={outcome} className={classes['words']} role="status" tabIndex={-1}>
            {comparisonMessage(counts)}
            {notes !== '' && ` · ${notes}`}
          </p>
          <QueryProgress
            isBuilding={state.isBuilding}
            query={query}
            shown={shown?.query}
            onCancel={(wasShown) => {
              setText(wasShown.search.map((word) => word.text).join(' '))
              setSort(wasShown.sort)
              setFilters(wasShown.filters)
            }}
          />
        </div>
        {summary.records > 0 && (
          <>
            <SegmentedControl
              aria-label="Type of difference"
              value={kind}
              onChange={(chosen) => {
                setFilters([...(chosen === 'all' ? [] : [kindFilter(chosen)]), ...otherFilters])
                setOpened(undefined)
              }}
              data={[
                { value: 'all', label: 'All' },
                { value: 'added', label: `Added ${counts.added.toLocaleString()}` },
                { value: 'gone', label: `Removed ${counts.gone.toLocaleString()}` },
                { value: 'changed', label: `Changed ${counts.changed.toLocaleString()}` },
              ]}
            />
            <TextInput
              flex="1 1 150px"
              maw={220}
              size="xs"
              aria-label="Search differences"
              placeholder="Search"
              leftSection={<IconSearch size={15} aria-hidden />}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
            <SecondaryButton
              icon={IconFileExport}
              disabled={savings.running.some(({ datasetId }) => datasetId === summary.datasetId)}
              onClick={save}
            >
              Export…
            </SecondaryButton>
            <SecondaryButton ref={swapButton} icon={IconArrowsExchange} aria-label="Swap direction" onClick={onSwap}>
              Swap
            </SecondaryButton>
          </>
        )}
        <SecondaryButton className={classes['close']} icon={IconX} onClick={onClose}>
          Close
        </SecondaryButton>
      </header>
      <FilterChips
        filters={otherFilters}
        columns={columns.arranged}
        onChange={(change) =>
          setFilters((held) => [...held.filter(isKind), ...change(held.filter((filter) => !isKind(filter)))])
        }
      />
      {summary.records === 0 ? (
        <EmptyState icon={<IconEqual />} title="No differences">
          Compared by “{idPath}”: both lists have the same records.
        </EmptyState>
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
            onFilter={(filter) => setFilters((held) => withFilters(held, [filter], timeZone))}
          >
            {shown?.count === 0 && shown.query === query && (
              <EmptyState icon={<IconListSearch />} title="No matching differences">
                No differences match the search and filters.
              </EmptyState>
            )}
          </RecordBrowser>
        </ListBody>
      )}
    </section>
  )
}
