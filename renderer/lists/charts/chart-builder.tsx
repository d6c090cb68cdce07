import { SegmentedControl, Select } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  timeUnits,
  type ChartQuestion,
  type Grouping,
  type Measure,
  type TimeUnit,
} from '../../../shared/model/list-analysis.ts'
import type { Column } from '../../../shared/model/list.ts'
import { columnName, measureNames, unitNames } from './chart-words.ts'
import { dateColumns, firstMost, mainDate, numberColumns } from './first-question.ts'
import classes from './chart-builder.module.css'

const groupingNames: Readonly<Record<Grouping['kind'], string>> = {
  time: 'Over time',
  value: 'By value',
  'weekday-hour': 'Weekday × hour',
}
const groupingKinds = ['time', 'value', 'weekday-hour'] as const
const measureKinds = ['count', 'sum', 'mean', 'smallest', 'largest'] as const
const sizes = [5, firstMost, 20, 50, 100] as const
/** Values that get a series of their own: as many as there are colours. */
const mostSeries = 6
/** Choices of what to split by: nothing, or a column, whatever it is called. */
const nothing = 'nothing'
const column = 'column '

/** What is to be shown: each choice has a sensible answer already. */
export function ChartBuilder({
  columns,
  question,
  onQuestion,
}: {
  readonly columns: readonly Column[]
  readonly question: ChartQuestion
  readonly onQuestion: (question: ChartQuestion) => void
}): ReactElement {
  const { measure, grouping, split, timeZone } = question
  const dates = dateColumns(columns)
  const numbers = numberColumns(columns)
  const anyNumber = numbers.sure[0] ?? numbers.perhaps[0]
  const hasDates = dates.sure.length + dates.perhaps.length > 0

  function ask(changes: { measure?: Measure; grouping?: Grouping; splitPath?: string | null }): void {
    const splitPath = changes.splitPath === undefined ? (split?.path ?? null) : changes.splitPath
    const asked = changes.grouping ?? grouping
    onQuestion({
      measure: changes.measure ?? measure,
      grouping: asked,
      // A heat map has one colour for each hour.
      ...(splitPath === null || asked.kind === 'weekday-hour' ? {} : { split: { path: splitPath, most: mostSeries } }),
      timeZone,
    })
  }

  function chooseKind(kind: Grouping['kind']): void {
    if (kind === grouping.kind) return
    // Between time and hours the date stays; to values and back it is chosen anew.
    const date = grouping.kind === 'value' ? (mainDate(columns) ?? dates.perhaps[0])?.path : grouping.path
    const named = columns.find(({ type }) => type === 'text' || type === 'boolean')?.path
    const path = (kind === 'value' ? named : date) ?? grouping.path
    ask({ grouping: withPath(kind, path) })
  }

  return (
    <div className={classes['builder']} role="group" aria-label="What the chart shows">
      <SegmentedControl
        className={classes['kind'] ?? ''}
        aria-label="Chart"
        value={grouping.kind}
        data={groupingKinds.map((value) => ({
          value,
          label: groupingNames[value],
          disabled: value !== 'value' && !hasDates,
        }))}
        onChange={(value) => chooseKind(groupingKinds.find((kind) => kind === value) ?? grouping.kind)}
      />
      <Select
        className={classes['column'] ?? ''}
        label={grouping.kind === 'value' ? 'Values of' : 'Dates of'}
        searchable
        value={grouping.path}
        data={
          grouping.kind === 'value'
            ? optionsOf(columns)
            : grouped('Dates', dates.sure, 'Where they hold dates', dates.perhaps)
        }
        onChange={(path) => {
          if (path !== null) ask({ grouping: { ...grouping, path } })
        }}
      />
      {grouping.kind === 'time' && (
        <Select
          className={classes['choice'] ?? ''}
          label="By"
          value={grouping.unit}
          data={[
            { value: 'automatic', label: 'Automatic' },
            ...timeUnits.map((value) => ({ value, label: capital(unitNames[value]) })),
          ]}
          onChange={(value) => {
            const unit: TimeUnit | undefined = timeUnits.find((each) => each === value)
            ask({ grouping: { ...grouping, unit: unit ?? 'automatic' } })
          }}
        />
      )}
      {grouping.kind === 'value' && (
        <Select
          className={classes['choice'] ?? ''}
          label="Show"
          value={String(grouping.most)}
          data={sizes.map((size) => ({ value: String(size), label: `Top ${size}` }))}
          onChange={(value) => ask({ grouping: { ...grouping, most: Number(value) } })}
        />
      )}
      <Select
        className={classes['measure'] ?? ''}
        label="Measure"
        value={measure.kind}
        data={measureKinds.map((value) => ({
          value,
          label: measureNames[value],
          disabled: value !== 'count' && anyNumber === undefined,
        }))}
        onChange={(value) => {
          const kind = measureKinds.find((each) => each === value)
          const path = measure.kind === 'count' ? (anyNumber?.path ?? '') : measure.path
          if (kind !== undefined) ask({ measure: kind === 'count' ? { kind } : { kind, path } })
        }}
      />
      {measure.kind !== 'count' && (
        <Select
          className={classes['column'] ?? ''}
          label="Of"
          searchable
          value={measure.path}
          data={grouped('Numbers', numbers.sure, 'Where they hold numbers', numbers.perhaps)}
          onChange={(path) => {
            if (path !== null) ask({ measure: { ...measure, path } })
          }}
        />
      )}
      {grouping.kind !== 'weekday-hour' && (
        <Select
          className={classes['column'] ?? ''}
          label="Split by"
          searchable
          value={split === undefined ? nothing : `${column}${split.path}`}
          data={[
            { value: nothing, label: 'Nothing' },
            ...columns.map(({ path }) => ({ value: `${column}${path}`, label: columnName(path) })),
          ]}
          onChange={(value) => {
            if (value !== null) ask({ splitPath: value === nothing ? null : value.slice(column.length) })
          }}
        />
      )}
    </div>
  )
}

function withPath(kind: Grouping['kind'], path: string): Grouping {
  switch (kind) {
    case 'time':
      return { kind, path, unit: 'automatic' }
    case 'value':
      return { kind, path, most: firstMost }
    case 'weekday-hour':
      return { kind, path }
  }
}

function optionsOf(columns: readonly Column[]): { readonly value: string; readonly label: string }[] {
  return columns.map(({ path }) => ({ value: path, label: columnName(path) }))
}

/** Columns in two groups, of which one may be missing. */
function grouped(
  sureName: string,
  sure: readonly Column[],
  perhapsName: string,
  perhaps: readonly Column[],
): { readonly group: string; readonly items: ReturnType<typeof optionsOf> }[] {
  return [
    { group: sureName, items: optionsOf(sure) },
    { group: perhapsName, items: optionsOf(perhaps) },
  ].filter(({ items }) => items.length > 0)
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
