import { notifications } from '@mantine/notifications'
import { copyText } from '../../ui/text/copy-text.ts'

/** Copies a cell’s text as shown. @param text undefined if the table has only a part of it */
export function copyCell(text: string | undefined): void {
  if (text !== undefined) copyText(text)
  else
    notifications.show({
      color: 'yellow',
      title: 'Not copied',
      message: 'This value is cut in the table. Open the record to copy all of it.',
    })
}
