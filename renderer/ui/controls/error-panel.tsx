import { Group } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { CopyButton } from '../text/copy-button.tsx'
import { describeError, isCancelled } from '../text/described-error.ts'
import { SecondaryButton } from './buttons.tsx'
import classes from './error-panel.module.css'

interface ErrorPanelProps {
  readonly error: unknown
  /** What failed, if the context doesn't show it. */
  readonly about?: string
  readonly onRetry?: () => void
  /** Further actions besides “Try again”. */
  readonly actions?: ReactNode
}

/**
 * Shows what happened and why, what to do next, and the code to name in a report. Announced by screen readers. Nothing
 * for a question of main that the person cancelled.
 */
export function ErrorPanel({ error, about, onRetry, actions }: ErrorPanelProps): ReactElement | null {
  if (isCancelled(error)) return null
  const { message, hint, command, code, details } = describeError(error)
  return (
    <div className={classes['panel']} role="alert">
      <IconAlertTriangle className={classes['icon']} size={18} aria-hidden />
      <div className={classes['words']}>
        {about !== undefined && <p className={classes['message']}>{about}</p>}
        <p className={classes[about === undefined ? 'message' : 'hint']}>{message}</p>
        {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
        {command !== undefined && <CommandLine command={command} />}
        {details.length > 0 && (
          <dl className={classes['details']}>
            {details.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        <Group gap="xs" mt={10}>
          {onRetry !== undefined && (
            <SecondaryButton size="xs" icon={IconRefresh} onClick={onRetry}>
              Try again
            </SecondaryButton>
          )}
          {actions}
          <code className={classes['code']}>{code}</code>
        </Group>
      </div>
    </div>
  )
}

function CommandLine({ command }: { readonly command: string }): ReactElement {
  return (
    <Group align="flex-start" gap={6} wrap="nowrap" mt="xs">
      <code className={classes['command']}>{command}</code>
      <CopyButton text={command} label="Copy command" />
    </Group>
  )
}
