import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactElement, Ref } from 'react'

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
