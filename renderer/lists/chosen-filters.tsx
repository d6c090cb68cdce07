import { Pill } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ColumnFilter } from '../../shared/model/list-filter.ts'
import { filterWords } from './list-filters.ts'
import classes from './lists-page.module.css'

/** The filters that a click has set, each with a way to take it away. */
export function ChosenFilters({
  filters,
  onChange,
}: {
  readonly filters: readonly ColumnFilter[]
  readonly onChange: (filters: readonly ColumnFilter[]) => void
}): ReactElement | null {
  if (filters.length === 0) return null
  return (
    <ul className={classes['filters']} aria-label="Filters">
      {filters.map((filter) => {
        const words = filterWords(filter)
        return (
          <li key={JSON.stringify(filter)}>
            <Pill
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove the filter: ${words}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(filters.filter((other) => other !== filter))}
            >
              {words}
            </Pill>
          </li>
        )
      })}
    </ul>
  )
}
