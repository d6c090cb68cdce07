import type { ReactElement } from 'react'
import classes from './command-line.module.css'
import { CopyButton } from './copy-button.tsx'

/** Shows a shell command as code, with a button that copies it. */
export function CommandLine({ command }: { readonly command: string }): ReactElement {
  return (
    <div className={classes['line']}>
      <code className={classes['command']}>{command}</code>
      <CopyButton text={command} label="Copy command" />
    </div>
  )
}
