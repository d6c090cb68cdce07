import { Button, SegmentedControl, TextInput } from '@mantine/core'
import {
  IconArchive,
  IconFileExport,
  IconPlayerPause,
  IconPlayerStop,
  IconRotate,
  IconSearch,
  IconStackPush,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { listNames, listTitles, type ListName } from '../../shared/model/list.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { useNavigation } from '../app/navigation.tsx'
import { canLoadMore, isUnderWay } from './list-words.ts'
import type { ListRun } from './use-list-run.ts'
import classes from './lists-page.module.css'

/** What can be done with a list: choose it, search it, load all of it, save it. */
export function ListToolbar({
  profile,
  list,
  run,
  search,
  canSave,
  onSearch,
  onSave,
  onSnapshots,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly run: ListRun
  readonly search: string
  readonly canSave: boolean
  readonly onSearch: (text: string) => void
  readonly onSave: () => void
  readonly onSnapshots: () => void
}): ReactElement {
  const { go } = useNavigation()
  const { summary } = run
  const underWay = summary !== undefined && isUnderWay(summary)

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
      <TextInput
        className={classes['search'] ?? ''}
        aria-label="Search the loaded records"
        placeholder="Search the loaded records"
        leftSection={<IconSearch size={15} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <div className={classes['tools']}>
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
        <Button variant="default" leftSection={<IconFileExport size={15} />} disabled={!canSave} onClick={onSave}>
          Save…
        </Button>
        <Button
          variant="default"
          leftSection={<IconArchive size={15} />}
          disabled={summary === undefined || summary.pages === 0}
          onClick={onSnapshots}
        >
          Snapshots…
        </Button>
        <Button variant="default" leftSection={<IconRotate size={15} />} onClick={run.restart}>
          Restart
        </Button>
      </div>
    </div>
  )
}
