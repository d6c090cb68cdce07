import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowsDiff,
  IconChartDots3,
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconRotate,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { IconButton, MenuItem } from '../../ui/controls/buttons.tsx'
import { copyText } from '../../ui/text/copy-button.tsx'
import type { QueryControl } from '../browser/use-list-query.ts'
import type { ListPanels } from '../browser/use-list-view.ts'
import { isReloading } from '../model/list-messages.ts'
import { openLoadDetails } from './load-details.tsx'
import type { ToolbarControls } from './load-remedies.ts'
import type { DatasetActions } from './use-dataset-actions.ts'
import type { ListLoad } from './use-list-load.ts'

/** What is done with a list now and then. */
export function MoreMenu({
  load: { summary, reload },
  actions,
  query,
  panels: { profiledPath, setProfiledPath, showProfile },
  button,
}: {
  readonly load: ListLoad
  readonly actions: DatasetActions
  readonly query: QueryControl
  readonly panels: ListPanels
  readonly button: ToolbarControls['menuButton']
}): ReactElement {
  const { text } = query.line
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton
          ref={button}
          variant="default"
          size={30}
          iconSize={16}
          label="More list commands"
          tooltip="More"
          tooltipOnFocus={false}
          icon={IconDots}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem icon={IconRotate} disabled={isReloading(summary?.reload)} onClick={reload}>
          Reload
        </MenuItem>
        <MenuItem
          icon={IconChartDots3}
          disabled={summary === undefined || summary.columns.length === 0}
          onClick={() => {
            if (profiledPath === undefined) showProfile(summary?.columns[0]?.path ?? '')
            else setProfiledPath(undefined)
          }}
        >
          Column statistics
        </MenuItem>
        <MenuItem icon={IconArchive} disabled={summary === undefined} onClick={actions.showSnapshots}>
          Snapshots…
        </MenuItem>
        {actions.showComparison !== undefined && (
          <MenuItem icon={IconArrowsDiff} onClick={actions.showComparison}>
            Show comparison
          </MenuItem>
        )}
        <MenuItem
          icon={IconInfoCircle}
          disabled={summary === undefined || summary.pages === 0}
          onClick={() => summary !== undefined && openLoadDetails(summary.datasetId)}
        >
          Load details
        </MenuItem>
        <Menu.Divider />
        <MenuItem icon={IconCopy} disabled={text.trim() === ''} onClick={() => copyText(text)}>
          Copy filter
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  )
}
