import { notifications } from '@mantine/notifications'
import { call } from '../../platform/clavis.ts'
import { describeError } from './described-error.ts'

/** Copies public text after a shortcut, and shows that it was copied, because there is no button to show it. */
export function copyText(text: string): void {
  call('app.copyText', { text }).then(
    () =>
      notifications.show({ message: text === '' ? 'Copied empty text' : `Copied “${start(text)}”`, autoClose: 1500 }),
    showNotCopied,
  )
}

/** Shows why something was not copied. */
export function showNotCopied(error: unknown): void {
  notifications.show({ color: 'red', title: 'Not copied', message: describeError(error).message })
}

function start(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}
