import { ActionIcon, Tooltip, type ActionIconProps, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactElement, Ref } from 'react'

/** A button with only an icon. The tooltip shows its name, or more; also as the target of a menu. */
export function IconButton({
  label,
  tooltip = label,
  icon: ButtonIcon,
  ...button
}: ElementProps<'button', keyof ActionIconProps> &
  ActionIconProps & {
    readonly label: string
    readonly tooltip?: string
    readonly icon: Icon
    readonly ref?: Ref<HTMLButtonElement>
  }): ReactElement {
  return (
    <Tooltip label={tooltip} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon aria-label={label} {...button}>
        <ButtonIcon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
