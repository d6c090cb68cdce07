import type { LinkedList, RecordLink } from '../../shared/model/linked-record.ts'
import { listTitles, type ListName } from '../../shared/model/list-name.ts'

const nouns: Readonly<Record<ListName, string>> = {
  reports: 'report',
  'report-configs': 'report configuration',
  'reporting-groups': 'reporting group',
}

/** What a link leads to: “1 report configuration”. */
export function linkWords(list: ListName, { count }: Pick<RecordLink, 'count'>): string {
  return `${count.toLocaleString()} ${nouns[list]}${count === 1 ? '' : 's'}`
}

/** That a list was not looked through. */
export function notLoadedWords(list: ListName): string {
  return `${listTitles[list]} are not loaded, so none were looked at.`
}

/** What was looked through where there is no link, or may be more. */
export function notLinkedWords({ list, records, isComplete, links }: Extract<LinkedList, { kind: 'loaded' }>): string {
  const noun = nouns[list]
  const all = records.toLocaleString()
  if (isComplete) return `None of the ${all} ${noun}s has one of its identifiers.`
  if (links.length === 0) return `None of the ${all} ${noun}s loaded so far has one of its identifiers; more exist.`
  return `Among the ${all} ${noun}s loaded so far; more exist.`
}
