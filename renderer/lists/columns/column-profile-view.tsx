import { Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { ColumnProfile } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { ListQuery, DatasetSummary } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { Facts, type Fact } from '../../ui/layout/facts.tsx'
import { count, recordCount } from '../../ui/text/count.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { emptyFilter, valueFilters } from '../filter/value-filters.ts'
import { withSeparators } from '../model/cell-format.ts'
import { currencyOf } from '../model/currency.ts'
import { decimalText, valueText } from '../model/value-messages.ts'
import { CountingProgress } from './counting-progress.tsx'
import { HistogramPicture } from './histogram-picture.tsx'
import { ShareButton } from './share-button.tsx'
import { coverageMessage } from './statistics-messages.ts'
import { useAnalysis, useCoveredRecords } from './use-analysis.ts'
import { useMixedCurrencies } from './use-mixed-currencies.ts'
import classes from './column-profile.module.css'

interface ColumnProfileViewProps {
  readonly summary: DatasetSummary
  readonly query: ListQuery
  readonly path: string
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
}

/** Shows the statistics of one column over the loaded records that match a query. A click on a value filters the list. */
export function ColumnProfileView({ summary, query, path, onFilter }: ColumnProfileViewProps): ReactElement {
  const { datasetId } = summary
  const { timeZone } = useDates()
  const { covers } = useCoveredRecords(summary)
  const currencyPath = currencyOf(path, summary.columns)
  const currencies = useMixedCurrencies(summary, query, currencyPath, covers)
  const analysis = useAnalysis({
    datasetId,
    key: ['profile', query, path, timeZone],
    covers,
    ask: (analysisId) => call('lists.profileColumns', { datasetId, analysisId, query, paths: [path], timeZone }),
  })
  const records = analysis.data?.records ?? 0
  const profile = analysis.data?.profiles.find((each) => each.path === path)
  // Repeated values say more than their lengths; for numbers and dates the distribution says more.
  const isNamed =
    profile !== undefined &&
    (profile.histogram === undefined || profile.histogram.kind === 'lengths') &&
    (profile.commonest[0]?.records ?? 0) > 1
  return (
    <Stack px={4} aria-busy={analysis.isCounting}>
      <CountingProgress analysis={analysis} records={covers} />
      {analysis.error !== null && <ErrorPanel error={analysis.error} onRetry={analysis.retry} />}
      {profile === undefined && analysis.isCounting && (
        <Later>
          <Skeleton height={200} />
        </Later>
      )}
      {profile === undefined && analysis.error === null && !analysis.isCounting && (
        <Text size="xs" c="dimmed">
          Counting was cancelled.
        </Text>
      )}
      {profile !== undefined && (
        <>
          <Text size="xs" c="dimmed" role="status">
            {coverageMessage(records, query.search.length > 0 || query.filters.length > 0, summary)}
          </Text>
          <NonEmpty profile={profile} records={records} onFilter={onFilter} />
          {isNamed && <TopValues profile={profile} onFilter={onFilter} />}
          {profile.histogram !== undefined && profile.histogram.bars.length > 1 && (
            <Part title={histogramTitles[profile.histogram.kind]}>
              <HistogramPicture
                path={path}
                histogram={profile.histogram}
                median={profile.numbers?.quantiles?.median}
                onFilter={onFilter}
              />
            </Part>
          )}
          <Part title="Summary">
            {profile.numbers !== undefined && currencies !== undefined && (
              <Notice icon={IconAlertTriangle} role="note" aria-label="Mixed currencies">
                {currencies}
              </Notice>
            )}
            <Facts items={factsOf(profile)} />
            {profile.numbers?.quantiles !== undefined && (
              <Text size="xs" c="dimmed">
                The median is the middle number, or the mean of the two middle ones. The other ranges are interpolated
                the same way.
              </Text>
            )}
          </Part>
          {!isNamed && <TopValues profile={profile} onFilter={onFilter} />}
        </>
      )}
    </Stack>
  )
}

const histogramTitles = {
  numbers: 'Distribution',
  times: 'Over time',
  lengths: 'Text length',
} as const

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <Stack component="section" gap={4}>
      <h4 className={classes['partTitle']}>{title}</h4>
      {children}
    </Stack>
  )
}

function NonEmpty({
  profile: { path, filled, absent, nulls, emptyTexts },
  records,
  onFilter,
}: {
  readonly profile: ColumnProfile
  readonly records: number
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
}): ReactElement {
  const parts = [
    ...(absent > 0 ? [`${absent.toLocaleString()} missing`] : []),
    ...(nulls > 0 ? [`${nulls.toLocaleString()} null`] : []),
    ...(emptyTexts > 0 ? [`${emptyTexts.toLocaleString()} empty text`] : []),
  ]
  return (
    <Part title="Completeness">
      <ShareButton
        name="Non-empty"
        count={filled}
        whole={records}
        action="Filter to non-empty"
        onClick={() => onFilter([emptyFilter(path, true)])}
      />
      {filled < records && (
        <ShareButton
          name="Empty"
          count={records - filled}
          whole={records}
          action="Filter to empty"
          onClick={() => onFilter([emptyFilter(path, false)])}
        />
      )}
      {parts.length > 0 && (
        <Text size="xs" c="dimmed">
          Empty: {parts.join(', ')}.
        </Text>
      )}
    </Part>
  )
}

function TopValues({
  profile: { path, commonest, distinct, filled, lists },
  onFilter,
}: {
  readonly profile: ColumnProfile
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
}): ReactElement | null {
  if (commonest.length === 0) return null
  const areAllOnce = commonest[0]?.records === 1
  return (
    <Part title={areAllOnce ? 'All unique' : 'Top values'}>
      <Stack component="ul" gap={2}>
        {commonest.map(({ value, records }) => {
          const filters = valueFilters(path, value, lists > 0)
          const written = value.kind === 'number' ? writtenNumber(value.text) : valueText(value)
          return (
            <li key={`${value.kind} ${value.text}`}>
              <ShareButton
                name={written}
                count={records}
                whole={filled}
                action={`Filter to ${written}`}
                onClick={filters.length === 0 ? undefined : () => onFilter(filters)}
              />
            </li>
          )
        })}
      </Stack>
      {!distinct.exact && (
        <Text size="xs" c="dimmed">
          Among the first {distinct.count.toLocaleString()} distinct values; later ones may be missing.
        </Text>
      )}
    </Part>
  )
}

/** Formats a number of the data like a computed one, with every digit. */
function writtenNumber(text: string): string {
  return withSeparators(text) ?? text
}

function rangeText(from: string, to: string): string {
  return `${writtenNumber(from)} to ${writtenNumber(to)}`
}

/** Lists the facts of a column’s values, type by type. */
function factsOf({ distinct, numbers, times, texts, booleans, lists, objects, filled }: ColumnProfile): Fact[] {
  const only = (records: number): string => (records === filled ? '' : ` (${recordCount(records)})`)
  return [
    {
      label: 'Distinct values',
      value: distinct.exact ? distinct.count.toLocaleString() : `more than ${distinct.count.toLocaleString()}`,
    },
    ...(numbers === undefined
      ? []
      : [
          { label: 'Minimum', value: `${writtenNumber(numbers.smallest)}${only(numbers.records)}` },
          { label: 'Maximum', value: writtenNumber(numbers.largest) },
          { label: 'Mean', value: numbers.mean === undefined ? 'not calculated' : decimalText(numbers.mean) },
          ...(numbers.quantiles === undefined
            ? []
            : [
                { label: 'Median', value: writtenNumber(numbers.quantiles.median) },
                { label: 'Middle half', value: rangeText(numbers.quantiles.p25, numbers.quantiles.p75) },
                { label: '5% to 95%', value: rangeText(numbers.quantiles.p5, numbers.quantiles.p95) },
              ]),
          {
            label: 'Sum',
            value: numbers.sum === undefined ? 'not calculated (a number is out of range)' : decimalText(numbers.sum),
          },
        ]),
    ...(times === undefined
      ? []
      : [
          { label: 'Earliest', value: `${times.earliest}${only(times.records)}` },
          { label: 'Latest', value: times.latest },
        ]),
    ...(texts === undefined
      ? []
      : [
          { label: 'First (A–Z)', value: `${valueText(texts.first)}${only(texts.records)}` },
          { label: 'Last (A–Z)', value: valueText(texts.last) },
          {
            label: 'Length',
            value:
              texts.shortest === texts.longest
                ? count(texts.longest, 'character')
                : `${texts.shortest.toLocaleString()} to ${count(texts.longest, 'character')}`,
          },
        ]),
    ...(booleans === undefined
      ? []
      : [{ label: 'True / false', value: `${booleans.yes.toLocaleString()} / ${booleans.no.toLocaleString()}` }]),
    ...(lists === 0 ? [] : [{ label: 'Lists', value: recordCount(lists) }]),
    ...(objects === 0 ? [] : [{ label: 'Objects', value: recordCount(objects) }]),
  ]
}
