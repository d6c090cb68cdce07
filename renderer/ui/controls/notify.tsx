import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** Shows below the page what was removed, with a button that brings it back. */
export function notifyUndo(title: string, undo: () => void): void {
  const id = notifications.show({
    title,
    message: (
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => {
          notifications.hide(id)
          undo()
        }}
      >
        Undo
      </Button>
    ),
  })
}

/** Shows below the page that something succeeded. */
export function notifySuccess(title: string, message?: string): void {
  notifications.show({ color: 'green', ...(message === undefined ? { message: title } : { title, message }) })
}
