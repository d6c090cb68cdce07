import { notifications } from '@mantine/notifications'
import { copyText } from '../../ui/text/copy-text.ts'

/** Copies a cell’s text as it is shown. @param text undefined: the table has a part of it only */
export function copyCell(text: string | undefined): void {
  if (text !== undefined) copyText(text)
  else
    notifications.show({
      color: 'yellow',
      title: 'Not copied',
      message: 'Open the record to copy so long a value whole.',
    })
}
