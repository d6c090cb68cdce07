import { Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { profileGroupings, profileOrders } from '#shared/settings/sidebar-settings.ts'
import { IconButton } from '../../ui/controls/buttons.tsx'
import { useSidebar } from './use-sidebar.ts'

const groupingNames = { environment: 'Environment', merchant: 'Merchant' } as const
const sortNames = { name: 'Name', expiry: 'Expiry' } as const

/** Chooses how profiles are grouped and sorted. */
export function ArrangeMenu(): ReactElement {
  const { sidebar, changeSidebar } = useSidebar()
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <IconButton
          label="Group and sort profiles"
          icon={IconAdjustmentsHorizontal}
          variant="subtle"
          color="gray"
          size={28}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Group by</Menu.Label>
        <Menu.RadioGroup
          value={sidebar.groupBy}
          onChange={(value) => changeSidebar({ groupBy: chosen(profileGroupings, value) })}
        >
          {profileGroupings.map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {groupingNames[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Sort by</Menu.Label>
        <Menu.RadioGroup
          value={sidebar.sortBy}
          onChange={(value) => changeSidebar({ sortBy: chosen(profileOrders, value) })}
        >
          {profileOrders.map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {sortNames[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the value of a menu's item as one of the choices. */
function chosen<T extends string>(choices: readonly [T, ...T[]], value: string): T {
  return choices.find((each) => each === value) ?? choices[0]
}
