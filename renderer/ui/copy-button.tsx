import { ActionIcon, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState, type ReactElement } from 'react'
import { call } from '../app/clavis.ts'
import { describeError } from './described-error.ts'

/**
 * Copies public text by main's clipboard. Secrets have calls of their own and never come here.
 * @param props.label what is copied, e.g. `Copy client ID`: the button's name
 */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    try {
      await call('app.copyText', { text })
      setCopied(true)
    } catch (error) {
      notifications.show({ color: 'red', title: 'Not copied', message: describeError(error).message })
    }
  }

  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon aria-label={label} onClick={() => void copy()} size={24}>
        {copied ? <IconCheck size={15} aria-label="Copied" /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
