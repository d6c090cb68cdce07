import { SegmentedControl, Select } from '@mantine/core'
import {
  type Icon,
  IconArchive,
  IconChartBar,
  IconChartDots3,
  IconColumns,
  IconFileExport,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRotate,
  IconStackPush,
  IconTable,
} from '@tabler/icons-react'
import { type ReactElement, type RefObject, useMemo, useRef } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { type ListName, listNames, listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { IconButton, SecondaryButton } from '../../ui/controls/buttons.tsx'
import { useLasting } from '../../ui/controls/later.tsx'
import { FilterLineInput } from '../filter/filter-line.tsx'
import type { FilterLineControl } from '../filter/use-filter-line.ts'
import { canLoadMore, isLoading, isReloading } from '../model/list-messages.ts'
import type { ListMode } from '../model/view-memory.tsx'
import type { ListLoad } from './use-list-load.ts'
import classes from './lists-page.module.css'

/** How long a page may load before it can be stopped, in milliseconds. */
const stopDelay = 1000

/** Commands are only icons, so that all of them fit in one row. */
const tool = { variant: 'default', size: 30, iconSize: 16, tooltipOnFocus: false } as const

/** The controls to choose, search, load and export a list. */
export function ListToolbar({
  profile,
  list,
  load,
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
  readonly load: ListLoad
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
  const { summary } = load
  const canEnd = useCanPause(summary)
  // It keeps the focus; pressing it again does nothing.
  const isBeingReloaded = isReloading(summary?.reload)

  const listChoice = {
    value: list,
    onChange: (chosen: ListName | null) =>
      chosen !== null && go({ page: 'lists', profileId: profile.id, list: chosen }),
    data: listNames.map((value) => ({ value, label: listTitles[value] })),
  }

  return (
    <div className={classes['toolbar']}>
      <SegmentedControl className={classes['wide'] ?? ''} size="xs" aria-label="List" {...listChoice} />
      <Select
        className={classes['narrow'] ?? ''}
        size="xs"
        aria-label="List"
        w={158}
        comboboxProps={{ keepMounted: false }}
        {...listChoice}
      />
      <FilterLineInput datasetId={summary?.datasetId} state={line} field={searchField} onDone={onSearched} />
      <SegmentedControl
        size="xs"
        aria-label="Display"
        value={mode}
        onChange={onMode}
        data={[
          { value: 'table', label: <ShortLabel icon={IconTable} text="Table" /> },
          { value: 'charts', label: <ShortLabel icon={IconChartBar} text="Charts" /> },
        ]}
      />
      <div className={classes['tools']}>
        <LoadButton load={load} canEnd={canEnd} button={loadButton} />
        {canEnd && (
          <IconButton
            {...tool}
            label="Stop"
            icon={IconPlayerStop}
            onClick={() => {
              load.stop()
              // The button is removed.
              loadButton.current?.focus()
            }}
          />
        )}
        <IconButton
          {...tool}
          ref={restartButton}
          label="Reload"
          tooltip="Reload from the first page"
          icon={IconRotate}
          aria-disabled={isBeingReloaded}
          data-disabled={isBeingReloaded}
          onClick={load.reload}
        />
        <IconButton
          {...tool}
          label="Column statistics"
          icon={IconChartDots3}
          disabled={summary === undefined || summary.columns.length === 0}
          aria-pressed={isProfiling}
          onClick={onProfiling}
        />
        <IconButton
          {...tool}
          label="Columns"
          icon={IconColumns}
          disabled={summary === undefined || summary.records === 0}
          onClick={onColumns}
        />
        <IconButton {...tool} label="Export…" icon={IconFileExport} disabled={!canSave} onClick={onSave} />
        <IconButton
          {...tool}
          ref={snapshotsButton}
          label="Snapshots…"
          icon={IconArchive}
          disabled={summary === undefined || summary.pages === 0}
          onClick={onSnapshots}
        />
      </div>
    </div>
  )
}

/** Renders a text that an icon replaces if there is little room. */
function ShortLabel({ icon: ShortIcon, text }: { readonly icon: Icon; readonly text: string }): ReactElement {
  return (
    <span title={text}>
      <ShortIcon className={classes['narrow']} size={16} aria-hidden />
      <span className={classes['text']}>{text}</span>
    </span>
  )
}

/**
 * Whether loading can be paused and stopped. A page loaded by scrolling is too quick for that, so the buttons only
 * appear if it takes long.
 */
function useCanPause(summary: DatasetSummary | undefined): boolean {
  const underWay = summary !== undefined && isLoading(summary)
  const hasLasted = useLasting(underWay, stopDelay)
  return underWay && (hasLasted || summary.state.kind !== 'loading' || summary.state.loadsAll)
}

/** Loads all pages, pauses and resumes: one button, which keeps the focus. */
function LoadButton({
  load: { summary, loadAll, pause, isPausing },
  canEnd,
  button,
}: {
  readonly load: ListLoad
  readonly canEnd: boolean
  readonly button: RefObject<HTMLButtonElement | null>
}): ReactElement {
  const isPaused = summary?.state.kind === 'paused'
  const canLoad = summary !== undefined && (canLoadMore(summary) || isLoading(summary))
  const canPress = canEnd ? !isPausing : canLoad
  const words = canEnd ? 'Pause' : isPaused ? 'Resume' : 'Load all'
  const ButtonIcon = canEnd ? IconPlayerPause : isPaused ? IconPlayerPlay : IconStackPush
  return (
    <SecondaryButton
      ref={button}
      size="xs"
      icon={ButtonIcon}
      title={words}
      // It keeps the focus even if it can't be pressed.
      aria-disabled={!canPress}
      data-disabled={!canPress}
      onClick={() => {
        if (canPress) (canEnd ? pause : loadAll)()
      }}
    >
      <span className={classes['text']}>{words}</span>
    </SecondaryButton>
  )
}

export interface ToolbarControls {
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly loadButton: RefObject<HTMLButtonElement | null>
  readonly restartButton: RefObject<HTMLButtonElement | null>
  readonly snapshotsButton: RefObject<HTMLButtonElement | null>
}

export function useToolbarControls(): ToolbarControls {
  const searchField = useRef<HTMLInputElement>(null)
  const loadButton = useRef<HTMLButtonElement>(null)
  const restartButton = useRef<HTMLButtonElement>(null)
  const snapshotsButton = useRef<HTMLButtonElement>(null)
  return useMemo(() => ({ searchField, loadButton, restartButton, snapshotsButton }), [])
}
