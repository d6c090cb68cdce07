import { Button, Menu, SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconChevronDown,
  IconChartDots3,
  IconColumns,
  IconFileExport,
  IconPlayerPause,
  IconPlayerStop,
  IconRotate,
  IconStackPush,
} from '@tabler/icons-react'
import type { ReactElement, RefObject } from 'react'
import {
  exportFormats,
  listNames,
  listTitles,
  type ExportFormat,
  type ListName,
  type ListView,
} from '../../shared/model/list.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { useNavigation } from '../app/navigation.tsx'
import { showError } from '../ui/show-error.tsx'
import { FilterLineInput } from './filter-line.tsx'
import { canLoadMore, isUnderWay } from './list-words.ts'
import type { FilterLineState } from './use-filter-line.ts'
import type { ListRun } from './use-list-run.ts'
import classes from './lists-page.module.css'

const formatNames: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'NDJSON, as the service sent it',
  json: 'JSON',
  csv: 'CSV, for a spreadsheet',
}

/** What can be done with a list: choose it, search it, load all of it, save it. */
export function ListToolbar({
  profile,
  list,
  run,
  view,
  line,
  searchField,
  onSearched,
  onColumns,
  mode,
  onMode,
  isProfiling,
  onProfiling,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly run: ListRun
  readonly view: ListView
  readonly line: FilterLineState
  readonly searchField: RefObject<HTMLInputElement | null>
  readonly mode: 'table' | 'charts'
  readonly onMode: (mode: 'table' | 'charts') => void
  /** Whether a column's profile stands beside the list. */
  readonly isProfiling: boolean
  readonly onProfiling: () => void
  /** The person is done typing and goes on in the table. */
  readonly onSearched: () => void
  readonly onColumns: () => void
}): ReactElement {
  const { go } = useNavigation()
  const { summary } = run
  const underWay = summary !== undefined && isUnderWay(summary)

  async function save(format: ExportFormat): Promise<void> {
    if (summary === undefined) return
    try {
      const saved = await call('lists.export', { runId: summary.runId, view, format })
      if (saved === undefined) return
      const message = `${saved.records.toLocaleString()} records in ${saved.fileName}`
      notifications.show({ color: 'green', title: 'List saved', message })
    } catch (error) {
      showError('The list was not saved', error)
    }
  }

  return (
    <div className={classes['toolbar']}>
      <SegmentedControl
        aria-label="List"
        value={list}
        onChange={(value) => {
          const chosen = listNames.find((name) => name === value)
          if (chosen !== undefined) go({ page: 'lists', profileId: profile.id, list: chosen })
        }}
        data={listNames.map((value) => ({ value, label: listTitles[value] }))}
      />
      <FilterLineInput
        runId={summary?.runId}
        columns={summary?.columns ?? []}
        state={line}
        field={searchField}
        onDone={onSearched}
      />
      <SegmentedControl
        aria-label="Look at the list as"
        value={mode}
        onChange={(value) => onMode(value === 'charts' ? 'charts' : 'table')}
        data={[
          { value: 'table', label: 'Table' },
          { value: 'charts', label: 'Charts' },
        ]}
      />
      <div className={classes['tools']}>
        <Button
          variant="default"
          leftSection={<IconChartDots3 size={15} />}
          disabled={summary === undefined || summary.columns.length === 0}
          aria-pressed={isProfiling}
          onClick={onProfiling}
        >
          Values
        </Button>
        {underWay ? (
          <>
            <Button variant="default" leftSection={<IconPlayerPause size={15} />} onClick={run.pause}>
              Pause
            </Button>
            <Button variant="default" leftSection={<IconPlayerStop size={15} />} onClick={run.stop}>
              Stop
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            leftSection={<IconStackPush size={15} />}
            disabled={summary === undefined || !canLoadMore(summary)}
            onClick={run.loadAll}
          >
            Load all
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconColumns size={15} />}
          disabled={summary === undefined || summary.records === 0}
          onClick={onColumns}
        >
          Columns
        </Button>
        <Menu position="bottom-end" width={250}>
          <Menu.Target>
            <Button
              variant="default"
              rightSection={<IconChevronDown size={14} />}
              disabled={summary === undefined || summary.records === 0}
            >
              Save
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {exportFormats.map((format) => (
              <Menu.Item key={format} leftSection={<IconFileExport size={15} />} onClick={() => void save(format)}>
                {formatNames[format]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" leftSection={<IconRotate size={15} />} onClick={run.restart}>
          Restart
        </Button>
      </div>
    </div>
  )
}
