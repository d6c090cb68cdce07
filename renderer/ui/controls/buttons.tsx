import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  type ElementProps,
  Menu,
  type MenuItemProps,
  Tooltip,
} from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactElement, Ref } from 'react'

/** A button with only an icon. The tooltip shows its name, or more; also as the target of a menu. */
export function IconButton({
  label,
  tooltip = label,
  icon: ButtonIcon,
  iconSize = 15,
  tooltipOnFocus = true,
  ...button
}: ElementProps<'button', keyof ActionIconProps> &
  ActionIconProps & {
    readonly label: string
    readonly tooltip?: string
    readonly icon: Icon
    /** Pixels. */
    readonly iconSize?: number
    /** Whether focus shows the tooltip, too; Escape then closes it, and nothing around the button. */
    readonly tooltipOnFocus?: boolean
    readonly ref?: Ref<HTMLButtonElement>
  }): ReactElement {
  return (
    <Tooltip label={tooltip} multiline maw={300} events={{ hover: true, focus: tooltipOnFocus, touch: true }}>
      <ActionIcon aria-label={label} {...button}>
        <ButtonIcon size={iconSize} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

const iconSizes: Readonly<Record<string, number>> = { xs: 14, md: 16 }

/** A button beside the main one, with an icon in front of its words. */
export function SecondaryButton({
  icon: FrontIcon,
  ...button
}: ButtonProps &
  ElementProps<'button', keyof ButtonProps> & {
    readonly icon?: Icon
    readonly ref?: Ref<HTMLButtonElement>
  }): ReactElement {
  const icon = FrontIcon && <FrontIcon size={iconSizes[String(button.size)] ?? 15} />
  return <Button variant="default" {...(icon !== undefined && { leftSection: icon })} {...button} />
}

/** An item of a menu, with an icon in front of its words. */
export function MenuItem({
  icon: FrontIcon,
  isDangerous = false,
  ...item
}: MenuItemProps &
  ElementProps<'button', keyof MenuItemProps> & { readonly icon: Icon; readonly isDangerous?: boolean }): ReactElement {
  return <Menu.Item leftSection={<FrontIcon size={15} />} {...(isDangerous && { c: 'var(--clavis-bad)' })} {...item} />
}
