import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactElement, type ReactNode } from 'react'
import { queries } from '../../platform/queries.ts'
import { dateTextOf, systemDates, type DateText } from '#shared/values/date-text.ts'

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
