import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { inUtc } from './in-utc.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

const local = onFirstUse(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }))
const localToSeconds = onFirstUse(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
)

/** Renders an instant (ISO 8601) in the person's own time and language; UTC on hover. */
export function Instant({
  value,
  withSeconds = false,
}: {
  readonly value: string
  /** If several may be in the same minute. */
  readonly withSeconds?: boolean
}): ReactElement {
  const format = withSeconds ? localToSeconds : local
  return (
    <Tooltip label={inUtc(value)}>
      <time dateTime={value}>{format().format(new Date(value))}</time>
    </Tooltip>
  )
}
