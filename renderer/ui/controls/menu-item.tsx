import { Menu, type MenuItemProps, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'

/** An item of a menu, with an icon in front of its words. */
export function MenuItem({
  icon: FrontIcon,
  isDangerous = false,
  ...item
}: MenuItemProps &
  ElementProps<'button', keyof MenuItemProps> & { readonly icon: Icon; readonly isDangerous?: boolean }): ReactElement {
  return <Menu.Item leftSection={<FrontIcon size={15} />} {...(isDangerous && { c: 'var(--clavis-bad)' })} {...item} />
}
