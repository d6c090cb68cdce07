import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChartBar, IconColumns, IconFileExport, IconTable, type Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { GroupChips } from '../browser/group-chips.tsx'
import type { ListView } from '../browser/use-list-view.ts'
import { FilterChips } from '../filter/filter-chips.tsx'
import { FilterLineInput } from '../filter/filter-line.tsx'
import { ListMenu } from '../views/list-menu.tsx'
import type { ViewControl, WatchControl } from '../views/use-saved-views.ts'
import type { ToolbarControls } from './load-remedies.ts'
import type { DatasetActions } from './use-dataset-actions.ts'
import classes from './lists-page.module.css'

/** The controls of a list: which one and the search, then what is filtered and how it is shown. */
export function ListToolbar({
  list,
  summary,
  views,
  view,
  actions,
  watch,
  listButton,
  children,
}: {
  readonly list: ListName
  readonly summary: DatasetSummary | undefined
  readonly views: ViewControl
  readonly view: ListView
  readonly actions: DatasetActions
  readonly watch: WatchControl
  readonly listButton: ToolbarControls['listButton']
  readonly children: ReactNode
}): ReactElement {
  const { query, table, panels } = view
  const { line, field, typed } = query
  const { columns, grid, shown } = table
  const { mode, changeMode, setDialog } = panels
  const hasRows = summary !== undefined && summary.records > 0
  const canExport = hasRows && (mode === 'charts' || shown !== undefined) && !actions.isExporting
  return (
    <div className={classes['toolbar']}>
      <div className={classes['name']}>
        <ListMenu list={list} control={views} watch={watch} button={listButton} />
      </div>
      <div className={classes['search']}>
        <FilterLineInput
          datasetId={summary?.datasetId}
          state={line}
          field={field}
          onDone={() => grid.current?.focusCell()}
        />
      </div>
      <div
        className={classes['filters']}
        data-empty={line.filters.length === 0 && query.groups.length === 0 && !views.isChanged}
      >
        <FilterChips mb={0} filters={line.filters} columns={columns.arranged} onChange={line.changeFilters} />
        {mode === 'table' && <GroupChips view={view} />}
        <SaveView control={views} />
      </div>
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label="Display"
          value={mode}
          onChange={changeMode}
          data={[
            { value: 'table', label: <ShortLabel icon={IconTable} text="Table" /> },
            { value: 'charts', label: <ShortLabel icon={IconChartBar} text="Charts" /> },
          ]}
        />
        <SecondaryButton
          size="xs"
          disabled={summary === undefined || summary.columns.length === 0}
          onClick={() => setDialog('columns')}
        >
          <ShortLabel icon={IconColumns} text="Columns" />
        </SecondaryButton>
        <SecondaryButton
          size="xs"
          disabled={!canExport}
          onClick={() => actions.exportRecords(typed(), columns.arranged, table)}
        >
          <ShortLabel icon={IconFileExport} text="Export…" />
        </SecondaryButton>
        {children}
      </div>
    </div>
  )
}

/** Saves what is shown, under a new name or in the open view, or shows the view as it was saved. */
function SaveView({
  control: { open, isChanged, askForName, saveChanges, resetChanges },
}: {
  readonly control: ViewControl
}): ReactElement | null {
  if (!isChanged) return null
  const button = { className: classes['save'] ?? '', size: 'compact-xs', variant: 'subtle' } as const
  if (open === undefined)
    return (
      <Button {...button} onClick={() => askForName('save')}>
        Save view
      </Button>
    )
  return (
    <>
      <Button {...button} onClick={saveChanges}>
        <bdi>Save changes to “{open.name}”</bdi>
      </Button>
      {/* The list is drawn again, and its menu gets the focus. */}
      <Button {...button} data-page-choice="list" onClick={resetChanges}>
        Reset changes
      </Button>
    </>
  )
}

/** Renders a text that an icon replaces if there is little room. */
function ShortLabel({ icon: ShortIcon, text }: { readonly icon: Icon; readonly text: string }): ReactElement {
  const isShort = useMediaQuery('(max-width: 1020px), (max-height: 620px)')
  return (
    <span className={classes['short']} {...(isShort && { title: text })}>
      <ShortIcon className={classes['narrow']} size={16} aria-hidden />
      <span className={classes['text']}>{text}</span>
    </span>
  )
}
