import type { RunEventKind, RunReport } from '../../../shared/model/lists/run-report.ts'
import { count } from '../../ui/text/count.ts'

/** How each kind of event is named. */
export const eventNames: Readonly<Record<RunEventKind, string>> = {
  retry: 'Tried again',
  'new-token': 'New token',
  woken: 'After sleep',
  failure: 'Failed',
  warning: 'Warning',
  resumed: 'Gone on',
}

/** A length of time in words: `450 ms`, `12.4 s`, `3 min 05 s`, `2 h 10 min`. @param milliseconds 0 or more */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const two = (value: number): string => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`
  return `${Math.floor(whole / 3600).toLocaleString()} h ${two(Math.floor(whole / 60) % 60)} min`
}

/** The numbers of a run, as facts. */
export function loadFacts(report: RunReport): { readonly label: string; readonly value: string }[] {
  const { pages, pagesBefore, records, loadingMs, waitingMs, counts } = report
  const loaded = pages - pagesBefore
  const rate = loadingMs > 0 && loaded > 0 ? `, ${((loaded * 1000) / loadingMs).toFixed(1)} pages a second` : ''
  const ofThem = pagesBefore === 0 ? '' : ` ${count(loaded, 'page')}`
  return [
    { label: 'Records', value: `${records.toLocaleString()} on ${count(pages, 'page')}` },
    { label: 'Time', value: `${durationText(loadingMs)} loading${ofThem}${rate}` },
    {
      label: 'Retries',
      value: counts.retry === 0 ? 'None' : `${counts.retry.toLocaleString()}, ${durationText(waitingMs)} waiting`,
    },
    { label: 'New tokens', value: counts['new-token'] === 0 ? 'None' : counts['new-token'].toLocaleString() },
    { label: 'Failures', value: counts.failure === 0 ? 'None' : counts.failure.toLocaleString() },
  ]
}

/** What is said of a run of which no events are known. */
export function noEventsMessage({ pages, pagesBefore }: RunReport): string {
  if (pagesBefore === 0) return 'Nothing unusual: every page came at the first try.'
  const since = pages > pagesBefore ? ' Each one since came at the first try.' : ''
  return `How the ${count(pagesBefore, 'page')} of an earlier reading came is not kept.${since}`
}
