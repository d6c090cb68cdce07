import type { LinkedList, RecordLink } from '../../../shared/model/lists/linked-record.ts'
import { listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'

const nouns: Readonly<Record<ListName, string>> = {
  reports: 'report',
  'report-configs': 'report configuration',
  'reporting-groups': 'reporting group',
}

/** What a link leads to: “1 report configuration”. */
export function linkLabel(list: ListName, { count }: Pick<RecordLink, 'count'>): string {
  return `${count.toLocaleString()} ${nouns[list]}${count === 1 ? '' : 's'}`
}

/** That a list was not looked through. */
export function notLoadedMessage(list: ListName): string {
  return `${listTitles[list]} are not loaded, so none were looked at.`
}

/** What was looked through where there is no link, or may be more; undefined where the links say all. */
export function notLinkedMessage(looked: Extract<LinkedList, { kind: 'loaded' }>): string | undefined {
  const { list, records, isComplete, links, more, isPartial } = looked
  if (records === 0) return `There are no ${nouns[list]}s.`
  const looking = isPartial ? 'It has more identifiers, or they have more columns, than were looked at.' : ''
  const further = more === 0 ? '' : `${more.toLocaleString()} further links are not shown.`
  const all = `${records.toLocaleString()} ${nouns[list]}${records === 1 ? '' : 's'}${isComplete ? '' : ' loaded so far'}`
  const end = isComplete ? '.' : '; more exist.'
  const found =
    links.length > 0
      ? isComplete && !isPartial
        ? ''
        : `Among the ${all}${end}`
      : isPartial
        ? `No link was found in the ${all}${end}`
        : records === 1
          ? `The ${all} has none of its identifiers${end}`
          : `None of the ${all} has one of its identifiers${end}`
  const words = [further, found, looking].filter((sentence) => sentence !== '').join(' ')
  return words === '' ? undefined : words
}
