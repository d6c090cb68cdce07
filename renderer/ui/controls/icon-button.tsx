import { ActionIcon, Tooltip, type ActionIconProps, type ElementProps } from '@mantine/core'
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
