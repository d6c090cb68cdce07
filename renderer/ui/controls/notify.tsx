import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactElement } from 'react'

/** What a notification offers. It disappears once that was chosen. */
export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

/** How long a notification with actions stays, milliseconds. */
const actionsStay = 15_000

/** The last success without actions: the next one takes its place. */
let lastSuccess: string | undefined

/** Shows below the page what was removed, with a button that brings it back. */
export function notifyUndo(title: string, undo: () => void): void {
  const id = crypto.randomUUID()
  notifications.show({ id, title, message: buttonsOf(id, [{ label: 'Undo', run: undo }]) })
}

/** Shows below the page that something succeeded. @param actions what can be done with it, one of them */
export function notifySuccess(title: string, message?: string, actions: readonly NoticeAction[] = []): void {
  const id = crypto.randomUUID()
  const buttons = buttonsOf(id, actions)
  if (buttons === null) {
    if (lastSuccess !== undefined) notifications.hide(lastSuccess)
    lastSuccess = id
  }
  notifications.show({
    id,
    color: 'green',
    ...(actions.length > 0 && { autoClose: actionsStay }),
    ...(message === undefined
      ? { message: title }
      : {
          title,
          message:
            buttons === null ? (
              message
            ) : (
              <>
                {message} {buttons}
              </>
            ),
        }),
  })
}

function buttonsOf(id: string, actions: readonly NoticeAction[]): ReactElement | null {
  if (actions.length === 0) return null
  return (
    <Group gap={4} component="span">
      {actions.map(({ label, run }) => (
        <Button
          key={label}
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            notifications.hide(id)
            run()
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
