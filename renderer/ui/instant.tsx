import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { onFirstUse } from './on-first-use.ts'

const local = onFirstUse(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }))

/** An instant (ISO 8601) in the person's own time and language; UTC on hover. */
export function Instant({ value }: { readonly value: string }): ReactElement {
  return (
    <Tooltip label={`${value.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, '')} UTC`}>
      <time dateTime={value}>{local().format(new Date(value))}</time>
    </Tooltip>
  )
}
