import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactElement, type ReactNode, use, useMemo } from 'react'
import { type DateText, dateTextOf, inUtc, systemDates } from '#shared/values/date-text.ts'
import { queries } from '../../platform/queries.ts'

const Dates = createContext<DateText>(systemDates)

/** Gives everything inside the person's date format and time zone. */
export function DatesProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const { data: settings } = useQuery(queries.settings)
  const { format, timeZone } = settings?.dates ?? {}
  const dates = useMemo(
    () => (format === undefined || timeZone === undefined ? systemDates : dateTextOf({ format, timeZone })),
    [format, timeZone],
  )
  return <Dates value={dates}>{children}</Dates>
}

/** Returns functions that write instants as the person prefers. */
export function useDates(): DateText {
  return use(Dates)
}

interface InstantProps {
  readonly value: string
  /** If several may be in the same minute. */
  readonly withSeconds?: boolean
}

/** Renders an instant (ISO 8601) in the person's format and time zone; UTC on hover. */
export function Instant({ value, withSeconds = false }: InstantProps): ReactElement {
  const dates = useDates()
  const write = withSeconds ? dates.seconds : dates.minutes
  return (
    <Tooltip label={inUtc(value)}>
      <time dateTime={value}>{write(new Date(value))}</time>
    </Tooltip>
  )
}
