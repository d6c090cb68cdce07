import { Box, type BoxProps, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from './notice.module.css'

/** Renders a warning on a page or in a dialog, with what can be done about it. Text beside a button is a `p`. */
export function Notice({
  icon: NoticeIcon,
  tone = 'warn',
  children,
  ...box
}: BoxProps &
  ElementProps<'div', keyof BoxProps> & { readonly icon?: Icon; readonly tone?: 'warn' | 'plain' }): ReactElement {
  return (
    <Box {...box} className={classes['notice'] ?? ''} data-tone={tone}>
      {NoticeIcon !== undefined && <NoticeIcon size={16} aria-hidden />}
      {children}
    </Box>
  )
}
