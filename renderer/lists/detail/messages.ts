import type { LinkedList, RecordLink } from '../../../shared/model/lists/linked-record.ts'
import { count } from '../../ui/text/count.ts'
import { listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'

const nouns: Readonly<Record<ListName, string>> = {
  reports: 'report',
  'report-configs': 'report configuration',
  'reporting-groups': 'reporting group',
}

/** Names the records a link leads to: `1 report configuration`. */
export function linkLabel(list: ListName, { count: records }: Pick<RecordLink, 'count'>): string {
  return count(records, nouns[list])
}

/** Says that a list was not searched. */
export function notLoadedMessage(list: ListName): string {
  return `${listTitles[list]} not loaded yet.`
}

/** Says what was searched if there are no links or may be more; undefined if the links are complete. */
export function linkCoverageMessage({
  list,
  records,
  isComplete,
  links,
  more,
  isPartial,
}: Extract<LinkedList, { kind: 'loaded' }>): string | undefined {
  if (records === 0) return `No ${nouns[list]}s.`
  const all = count(records, isComplete ? nouns[list] : `loaded ${nouns[list]}`)
  const isWhole = isComplete && !isPartial
  const parts = [
    ...(more === 0 ? [] : [`${count(more, 'more link')} not shown.`]),
    ...(links.length === 0 ? [`No links found in ${all}.`] : isWhole ? [] : [`Searched ${all}.`]),
    ...(isPartial ? ['Only some identifiers and columns were searched.'] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}
