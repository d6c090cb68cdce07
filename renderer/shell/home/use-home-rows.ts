import { useMemo } from 'react'
import { useKnownProfiles } from '../../profiles/use-known-profiles.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { homeRows, type HomeRow } from './home-rows.ts'

/** Returns every profile with what is next, the most urgent first. */
export function useHomeRows(): { readonly rows: readonly HomeRow[]; readonly now: number } {
  const { known, now } = useKnownProfiles()
  const dates = useDates()
  return { rows: useMemo(() => homeRows(known, now, dates), [known, now, dates]), now }
}
