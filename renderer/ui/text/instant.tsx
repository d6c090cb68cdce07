import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { inUtc } from './in-utc.ts'
import { useDates } from './dates.tsx'

/** Renders an instant (ISO 8601) in the person's format and time zone; UTC on hover. */
export function Instant({
  value,
  withSeconds = false,
}: {
  readonly value: string
  /** If several may be in the same minute. */
  readonly withSeconds?: boolean
}): ReactElement {
  const dates = useDates()
  const write = withSeconds ? dates.seconds : dates.minutes
  return (
    <Tooltip label={inUtc(value)}>
      <time dateTime={value}>{write(new Date(value))}</time>
    </Tooltip>
  )
}
