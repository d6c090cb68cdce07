import { notifications } from '@mantine/notifications'

/** Shows below the page that something succeeded. */
export function notifySuccess(title: string, message?: string): void {
  notifications.show({ color: 'green', ...(message === undefined ? { message: title } : { title, message }) })
}
