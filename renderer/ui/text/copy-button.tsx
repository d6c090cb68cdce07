import { ActionIcon, Group, type GroupProps, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconCopy, type Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { call } from '../../platform/clavis.ts'
import { describeError } from './described-error.ts'
import { Mono } from './mono.tsx'

/**
 * Copies public text after a shortcut, and shows that it was copied, because there is no button to show it.
 * @param message instead of the text's start
 * @param html the same as a table, for spreadsheets
 */
export function copyText(
  text: string,
  message = text === '' ? 'Copied empty text' : `Copied “${start(text)}”`,
  html?: string,
): void {
  call('app.copyText', { text, html }).then(() => notifications.show({ message, autoClose: 1500 }), showNotCopied)
}

export function showNotCopied(error: unknown): void {
  const { message, hint = '' } = describeError(error)
  notifications.show({ color: 'red', title: 'Not copied', message: `${message} ${hint}` })
}

function start(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly keys?: string
  /** Tells it from another copy button beside it. */
  readonly icon?: Icon
}

/**
 * Copies public text with main's clipboard. Secrets have their own calls and must not come here.
 * @param props.label what is copied, e.g. `Copy client ID`: the button's name
 * @param props.keys shortcuts that do the same, if any
 */
export function CopyButton({ text, label, keys, icon: CopyIcon = IconCopy }: CopyButtonProps): ReactElement {
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
      showNotCopied(error)
    }
  }

  return (
    <Tooltip label={copied ? 'Copied' : keys === undefined ? label : `${label} (${keys})`}>
      <ActionIcon aria-label={label} onClick={() => void copy()} size={24}>
        {copied ? <IconCheck size={15} aria-label="Copied" /> : <CopyIcon size={15} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}

/**
 * Renders a text to be read character by character, with a button that copies it.
 * @param props.shown stands for a text that is too long to read
 */
export function Copyable({
  text,
  label,
  shown = <Mono>{text}</Mono>,
  ...group
}: GroupProps & {
  readonly text: string
  readonly label: string
  readonly shown?: ReactNode
}): ReactElement {
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" maw="100%" {...group}>
      {shown}
      <CopyButton text={text} label={label} />
    </Group>
  )
}
