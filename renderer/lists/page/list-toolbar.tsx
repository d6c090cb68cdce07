import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconChartDots3,
  IconColumns,
  IconFileExport,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRotate,
  IconStackPush,
} from '@tabler/icons-react'
import type { ReactElement, RefObject } from 'react'
import { listNames, listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { useNavigation } from '../../platform/navigation/navigation.tsx'
import { useLasting } from '../../ui/feedback/use-lasting.ts'
import { SecondaryButton } from '../../ui/controls/secondary-button.tsx'
import { FilterLineInput } from '../filter/filter-line.tsx'
import type { ListMode } from '../model/view-memory.tsx'
import { canLoadMore, isReloading, isLoading } from '../model/list-messages.ts'
import type { FilterLineControl } from '../filter/use-filter-line.ts'
import type { ToolbarControls } from './toolbar-controls.ts'
import type { ListLoad } from '../load/use-list-load.ts'
import classes from './lists-page.module.css'

/** How long a page may load before it can be stopped, in milliseconds. */
const stopDelay = 1000

/** The controls to choose, search, load and export a list. */
export function ListToolbar({
  profile,
  list,
  run,
  line,
  controls: { searchField, loadButton, restartButton, snapshotsButton },
  onSearched,
  onColumns,
  mode,
  onMode,
  isProfiling,
  onProfiling,
  canSave,
  onSave,
  onSnapshots,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly run: ListLoad
  readonly line: FilterLineControl
  readonly controls: ToolbarControls
  readonly mode: ListMode
  readonly onMode: (mode: ListMode) => void
  /** Whether column statistics are shown beside the list. */
  readonly isProfiling: boolean
  readonly onProfiling: () => void
  /** The person leaves the line for the table. */
  readonly onSearched: () => void
  readonly onColumns: () => void
  readonly canSave: boolean
  readonly onSave: () => void
  readonly onSnapshots: () => void
}): ReactElement {
  const { go } = useNavigation()
  const { summary } = run
  const canEnd = useCanPause(summary)
  // It keeps the focus; pressing it again does nothing.
  const isBegunAnew = isReloading(summary?.newReading)

  return (
    <div className={classes['toolbar']}>
      <div className={classes['toolRow']}>
        <SegmentedControl
          aria-label="List"
          value={list}
          onChange={(chosen) => go({ page: 'lists', profileId: profile.id, list: chosen })}
          data={listNames.map((value) => ({ value, label: listTitles[value] }))}
        />
        <div className={classes['tools']}>
          <SegmentedControl
            aria-label="Display"
            value={mode}
            onChange={onMode}
            data={[
              { value: 'table', label: 'Table' },
              { value: 'charts', label: 'Charts' },
            ]}
          />
          <LoadButton run={run} canEnd={canEnd} button={loadButton} />
          {canEnd && (
            <SecondaryButton
              icon={IconPlayerStop}
              onClick={() => {
                run.stop()
                // The button is removed.
                loadButton.current?.focus()
              }}
            >
              Stop
            </SecondaryButton>
          )}
          <Tooltip label="Reload from the first page">
            <ActionIcon
              ref={restartButton}
              variant="default"
              size="lg"
              aria-label="Reload"
              aria-disabled={isBegunAnew}
              data-disabled={isBegunAnew}
              onClick={run.reload}
            >
              <IconRotate size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <div className={classes['toolRow']}>
        <FilterLineInput runId={summary?.runId} state={line} field={searchField} onDone={onSearched} />
        <div className={classes['tools']}>
          <SecondaryButton
            icon={IconChartDots3}
            disabled={summary === undefined || summary.columns.length === 0}
            aria-pressed={isProfiling}
            onClick={onProfiling}
          >
            Statistics
          </SecondaryButton>
          <SecondaryButton
            icon={IconColumns}
            disabled={summary === undefined || summary.records === 0}
            onClick={onColumns}
          >
            Columns
          </SecondaryButton>
          <SecondaryButton icon={IconFileExport} disabled={!canSave} onClick={onSave}>
            Export…
          </SecondaryButton>
          <Tooltip label="Snapshots…">
            <ActionIcon
              ref={snapshotsButton}
              variant="default"
              size="lg"
              aria-label="Snapshots…"
              disabled={summary === undefined || summary.pages === 0}
              onClick={onSnapshots}
            >
              <IconArchive size={16} />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
    </div>
  )
}

/**
 * Whether loading can be paused and stopped. A page loaded by scrolling is too quick for that, so the buttons only
 * appear if it takes long.
 */
function useCanPause(summary: RunSummary | undefined): boolean {
  const underWay = summary !== undefined && isLoading(summary)
  const hasLasted = useLasting(underWay, stopDelay)
  return underWay && (hasLasted || summary.state.kind !== 'loading' || summary.state.loadsAll)
}

/** Loads all pages, pauses and resumes: one button, which keeps the focus. */
function LoadButton({
  run: { summary, loadAll, pause, isPausing },
  canEnd,
  button,
}: {
  readonly run: ListLoad
  readonly canEnd: boolean
  readonly button: RefObject<HTMLButtonElement | null>
}): ReactElement {
  const isPaused = summary?.state.kind === 'paused'
  const canLoad = summary !== undefined && (canLoadMore(summary) || isLoading(summary))
  const canPress = canEnd ? !isPausing : canLoad
  const Icon = canEnd ? IconPlayerPause : isPaused ? IconPlayerPlay : IconStackPush
  return (
    <SecondaryButton
      ref={button}
      icon={Icon}
      // It keeps the focus even if it can't be pressed.
      aria-disabled={!canPress}
      data-disabled={!canPress}
      onClick={() => {
        if (canPress) (canEnd ? pause : loadAll)()
      }}
    >
      {canEnd ? 'Pause' : isPaused ? 'Resume' : 'Load all'}
    </SecondaryButton>
  )
}
