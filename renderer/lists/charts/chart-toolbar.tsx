import { Group, Menu, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconCopy, IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { csvTable } from '#shared/lists/csv-cell.ts'
import type { Chart } from '#shared/lists/list-analysis.ts'
import { listTitles } from '#shared/profiles/list-name.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { copyText } from '../../ui/text/copy-button.tsx'
import { recordCount } from '../../ui/text/count.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { CountingProgress } from '../columns/counting-progress.tsx'
import { shownFilterLabel } from '../filter/list-filters.ts'
import type { ChartChoice, ChartShape } from '../model/chart-plan.ts'
import { searchTermText } from '../model/list-messages.ts'
import { spreadsheetRows } from './chart-table-rows.ts'
import { saveChart, saveTable } from './save-chart.ts'
import type { ChartSource, CountedChart } from './use-counted-chart.ts'
import classes from './charts-view.module.css'

const pictures = {
  time: [
    { value: 'bars', label: 'Bars' },
    { value: 'lines', label: 'Lines' },
  ],
  value: [{ value: 'picture', label: 'Bars' }],
} as const

interface ChartToolbarProps {
  readonly source: ChartSource
  readonly counted: CountedChart
  readonly profileName: string
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
}

/** Shows a chart's title, and how it is shown, copied and saved. */
export function ChartToolbar({ source, counted, profileName, choice, onChoice }: ChartToolbarProps): ReactElement {
  const { analysis, covered, chart, title, rows } = counted
  const { kind } = choice.plan
  const { shape, isTable } = choice
  return (
    <Group justify="space-between" gap="6px 16px">
      <h3 className={classes['title']}>{title}</h3>
      <Group gap="xs" ml="auto">
        <CountingProgress analysis={analysis} records={covered.covers} />
        {covered.since > 0 && !analysis.isCounting && (
          <SecondaryButton size="compact-sm" onClick={covered.coverAll}>
            Include {recordCount(covered.since)} more
          </SecondaryButton>
        )}
        <SegmentedControl
          aria-label="Show as"
          value={isTable ? 'table' : kind === 'time' ? shape : 'picture'}
          data={[...pictures[kind], { value: 'table' as const, label: 'Table' }]}
          onChange={(value) =>
            onChoice({
              ...choice,
              shape: value === 'lines' || value === 'bars' ? value : shape,
              isTable: value === 'table',
            })
          }
        />
        {isTable && (
          <SecondaryButton
            size="compact-sm"
            icon={IconCopy}
            disabled={!hasPicture(chart) || rows === undefined}
            onClick={() => rows && copyText(csvTable(spreadsheetRows(rows), 'tab'), 'Copied the table')}
          >
            Copy
          </SecondaryButton>
        )}
        <SaveMenu source={source} counted={counted} shape={shape} profileName={profileName} />
      </Group>
    </Group>
  )
}

function SaveMenu({
  source: { summary, named, query },
  counted: { chart, asked, title, remarks, rows, currencies },
  shape,
  profileName,
}: {
  readonly source: ChartSource
  readonly counted: CountedChart
  readonly shape: ChartShape
  readonly profileName: string
}): ReactElement {
  const dates = useDates()
  function save(format: 'svg' | 'png'): void {
    if (chart === undefined) return
    const narrowing = [
      ...query.search.map(searchTermText),
      ...query.filters.map((filter) => shownFilterLabel(filter, named, dates)),
    ]
    const date = dates.minutes(new Date())
    const source = [`${profileName}, ${listTitles[summary.list].toLowerCase()}`, ...narrowing, date].join(' · ')
    const remarksInFile = [source, remarks, ...(currencies === undefined ? [] : [currencies])]
    void saveChart({ chart, definition: asked, shape, title, remarks: remarksInFile, dates }, summary.list, format)
  }

  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <SecondaryButton
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          rightSection={<IconChevronDown size={13} />}
          disabled={!hasPicture(chart)}
        >
          Save chart
        </SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('svg')}>SVG (scalable)</Menu.Item>
        <Menu.Item onClick={() => save('png')}>PNG (image)</Menu.Item>
        <Menu.Item onClick={() => rows && void saveTable(rows, summary.list)}>CSV (table)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns whether a chart is counted and has something to draw. */
function hasPicture(chart: Chart | undefined): boolean {
  return chart !== undefined && chart.groups.length > 0
}
