import type { ColumnProfile } from '#shared/lists/list-analysis.ts'
import type { ListQuery, DatasetSummary } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { mixedCurrenciesMessage } from '../model/currency.ts'
import { valueText } from '../model/value-messages.ts'
import { useAnalysis } from './use-analysis.ts'

/**
 * Says that the counted records have amounts of several currencies; undefined if they don't, or it isn't known yet.
 * @param path the column with the currencies; undefined if there is none, or each is measured on its own
 */
export function useMixedCurrencies(
  { datasetId }: DatasetSummary,
  query: ListQuery,
  path: string | undefined,
  covers: number,
): string | undefined {
  const { timeZone } = useDates()
  const paths = path === undefined ? [] : [path]
  const { data } = useAnalysis({
    datasetId,
    key: ['profile', query, path, timeZone],
    covers,
    ask: (analysisId) => call('lists.profileColumns', { datasetId, analysisId, query, paths, timeZone }),
    isWanted: path !== undefined,
  })
  const profile = data?.profiles.find((each) => each.path === path)
  return profile === undefined ? undefined : mixedCurrencies(profile)
}

/** Says that a column has several currencies. */
export function mixedCurrencies({ distinct, commonest }: ColumnProfile): string | undefined {
  if (distinct.count < 2) return undefined
  return mixedCurrenciesMessage(
    commonest.map(({ value }) => valueText(value)),
    distinct.count,
  )
}
