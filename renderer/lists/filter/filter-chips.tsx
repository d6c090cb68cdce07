import { Button, Group, type MantineSpacing } from '@mantine/core'
import { IconArrowsExchange, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { IconButton } from '../../ui/controls/buttons.tsx'
import { notifyUndo } from '../../ui/controls/notify.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { titleIfCut } from '../../ui/text/title-if-cut.ts'
import { filterLabel, isSameFilter, shownFilterLabel, typeOf, withFilters } from './list-filters.ts'
import type { FilterChange } from './use-filter-line.ts'
import classes from './filter-chips.module.css'

const chipButton = { size: 24, radius: 'xl', iconSize: 13, tooltipOnFocus: false } as const

interface FilterChipsProps {
  readonly filters: readonly ColumnFilter[]
  /** Columns without an entry are shown by their paths. */
  readonly columns: readonly NamedColumn[]
  /** Gets a function, because the filters may have changed meanwhile. */
  readonly onChange: (change: FilterChange) => void
  /** The space below it. */
  readonly mb?: MantineSpacing
}

export function FilterChips({ filters, columns, onChange, mb = 'xs' }: FilterChipsProps): ReactElement | null {
  const dates = useDates()
  if (filters.length === 0) return null
  return (
    <Group component="ul" gap={6} mb={mb} aria-label="Filters">
      {filters.map((filter, index) => {
        const words = shownFilterLabel(filter, columns, dates)
        const inData = filterLabel(filter, typeOf(filter, columns), dates)
        const inverted = { ...filter, excludes: !filter.excludes }
        return (
          <li
            key={`${index} ${JSON.stringify(filter)}`}
            className={`${classes['chip'] ?? ''} ${filter.excludes ? (classes['excluding'] ?? '') : ''}`}
          >
            <span
              className={classes['words']}
              {...(words === inData ? titleIfCut(words) : { title: `${words} (${filter.path})` })}
            >
              {words}
            </span>
            <IconButton
              label={`Invert filter: ${words}`}
              tooltip={`Invert: ${shownFilterLabel(inverted, columns, dates)}`}
              icon={IconArrowsExchange}
              {...chipButton}
              onClick={() => onChange((held) => held.map((other) => (isSameFilter(other, filter) ? inverted : other)))}
            />
            <IconButton
              label={`Remove filter: ${words}`}
              tooltip="Remove filter"
              icon={IconX}
              {...chipButton}
              onClick={() => onChange((held) => held.filter((other) => !isSameFilter(other, filter)))}
            />
          </li>
        )
      })}
      <li>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            onChange(() => [])
            notifyUndo('Filters removed', () => onChange((held) => withFilters(filters, held, dates.timeZone)))
          }}
        >
          Clear all
        </Button>
      </li>
    </Group>
  )
}
