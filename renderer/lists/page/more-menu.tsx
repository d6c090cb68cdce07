import { Menu } from '@mantine/core'
import { IconArchive, IconChartDots3, IconCopy, IconDots, IconInfoCircle, IconRotate } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { IconButton, MenuItem } from '../../ui/controls/buttons.tsx'
import { copyText } from '../../ui/text/copy-button.tsx'
import { isReloading } from '../model/list-messages.ts'
import { openLoadDetails } from './load-details.tsx'
import type { OpenList } from './use-open-list.ts'

/** What is done with a list now and then. */
export function MoreMenu({ page }: { readonly page: OpenList }): ReactElement {
  const { load, summary, queryControl, controls, actions, profiledPath, setProfiledPath, showProfile } = page
  const { text } = queryControl.line
  const { menuButton } = controls
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton
          ref={menuButton}
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
        <MenuItem icon={IconRotate} disabled={isReloading(summary?.reload)} onClick={load.reload}>
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
