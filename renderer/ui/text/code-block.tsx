import { Box, type BoxProps } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './code-block.module.css'

/** Renders a long text as it is, in a box that scrolls and is reachable by keyboard for that. */
export function CodeBlock({
  label,
  children,
  ...box
}: BoxProps & { readonly label: string; readonly children: string }): ReactElement {
  return (
    <Box component="pre" className={classes['code'] ?? ''} mah={220} {...box} tabIndex={0} aria-label={label}>
      {children}
    </Box>
  )
}
