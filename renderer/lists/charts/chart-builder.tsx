import { Group, SegmentedControl, Select } from '@mantine/core'
import type { ReactElement } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { Grouping } from '#shared/lists/list-analysis.ts'
import { timeUnits, type Column } from '#shared/lists/list.ts'
import { dateColumns, numberColumns } from '../model/chart-columns.ts'
import { defaultLimit, withKind, type ChartPlan } from '../model/chart-plan.ts'
import { fullTitle } from '../model/column-layout.ts'
import { measureNames, unitNames } from './chart-messages.ts'

const groupingNames: Readonly<Record<Grouping['kind'], string>> = {
  time: 'Over time',
  value: 'By value',
}
const groupingKinds = ['time', 'value'] as const
const measureKinds = ['count', 'sum', 'mean', 'smallest', 'largest'] as const
const sizes: readonly number[] = [5, defaultLimit, 20, 50, 100]
/** Values of the group-by options: none, or a column of any name. */
const nothing = 'nothing'
const column = 'column '

const fieldBox = { flex: '0 1 168px', miw: 130 }
const choiceBox = { flex: '0 1 114px', miw: 104 }

interface ChartBuilderProps {
  readonly columns: readonly Column[]
  readonly named: readonly NamedColumn[]
  readonly plan: ChartPlan
  readonly onPlan: (plan: ChartPlan) => void
}

/** Lets the person choose what a chart shows. Every choice has a default. */
export function ChartBuilder({ columns, named, plan, onPlan }: ChartBuilderProps): ReactElement {
  const { measure, splitPath } = plan
  const dates = dateColumns(columns)
  const numbers = numberColumns(columns)
  const anyNumber = numbers.sure[0] ?? numbers.perhaps[0]
  const group = (name: string, members: readonly Column[]): { group: string; items: ColumnOption[] } => ({
    group: name,
    items: optionsOf(members, named),
  })
  const hasDates = dates.sure.length + dates.perhaps.length > 0

  return (
    <Group align="flex-end" gap="10px 12px" role="group" aria-label="Chart settings">
      <SegmentedControl
        mih={34}
        aria-label="Chart type"
        value={plan.kind}
        data={groupingKinds.map((value) => ({
          value,
          label: groupingNames[value],
          disabled: value !== 'value' && !hasDates,
        }))}
        onChange={(kind) => onPlan(withKind(plan, kind, columns))}
      />
      {plan.kind === 'value' ? (
        <>
          <Select
            {...fieldBox}
            label="Category field"
            searchable
            value={plan.values.path}
            data={optionsOf(columns, named)}
            onChange={(path) => {
              if (path !== null) onPlan({ ...plan, values: { ...plan.values, path } })
            }}
          />
          <Select
            {...choiceBox}
            label="Show"
            value={plan.values.most}
            data={sizes.map((value) => ({ value, label: `Top ${value}` }))}
            onChange={(most) => onPlan({ ...plan, values: { ...plan.values, most: most ?? defaultLimit } })}
          />
        </>
      ) : (
        <>
          <Select
            {...fieldBox}
            label="Date field"
            searchable
            value={plan.dates.path}
            data={[group('Dates', dates.sure), group('May contain dates', dates.perhaps)].filter(isFilled)}
            onChange={(path) => {
              if (path !== null) onPlan({ ...plan, dates: { ...plan.dates, path } })
            }}
          />
          <Select
            {...choiceBox}
            label="Interval"
            value={plan.dates.unit}
            data={[
              { value: 'automatic' as const, label: 'Automatic' },
              ...timeUnits.map((value) => ({ value, label: capital(unitNames[value]) })),
            ]}
            onChange={(unit) => onPlan({ ...plan, dates: { ...plan.dates, unit: unit ?? 'automatic' } })}
          />
        </>
      )}
      <Select
        {...fieldBox}
        label="Metric"
        value={measure.kind}
        data={measureKinds.map((value) => ({
          value,
          label: measureNames[value],
          disabled: value !== 'count' && anyNumber === undefined,
        }))}
        onChange={(kind) => {
          const path = measure.kind === 'count' ? (anyNumber?.path ?? '') : measure.path
          if (kind !== null) onPlan({ ...plan, measure: kind === 'count' ? { kind } : { kind, path } })
        }}
      />
      {measure.kind !== 'count' && (
        <Select
          {...fieldBox}
          label="Field"
          searchable
          value={measure.path}
          data={[group('Numbers', numbers.sure), group('May contain numbers', numbers.perhaps)].filter(isFilled)}
          onChange={(path) => {
            if (path !== null) onPlan({ ...plan, measure: { ...measure, path } })
          }}
        />
      )}
      <Select
        {...fieldBox}
        label="Group by"
        searchable
        value={splitPath === undefined ? nothing : `${column}${splitPath}`}
        data={[
          { value: nothing, label: 'None' },
          ...columns.map(({ path }) => ({ value: `${column}${path}`, label: fullTitle(path, named) })),
        ]}
        onChange={(value) => {
          if (value !== null) onPlan({ ...plan, splitPath: value === nothing ? undefined : value.slice(column.length) })
        }}
      />
    </Group>
  )
}

interface ColumnOption {
  readonly value: string
  readonly label: string
}

function optionsOf(columns: readonly Column[], named: readonly NamedColumn[]): ColumnOption[] {
  return columns.map(({ path }) => ({ value: path, label: fullTitle(path, named) }))
}

function isFilled({ items }: { readonly items: readonly ColumnOption[] }): boolean {
  return items.length > 0
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
