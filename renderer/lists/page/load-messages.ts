import type { LoadEventKind, LoadReport } from '#shared/lists/load-report.ts'
import { count } from '../../ui/text/count.ts'

export const eventNames: Readonly<Record<LoadEventKind, string>> = {
  retry: 'Retry',
  'new-token': 'New token',
  woken: 'Resumed after sleep',
  failure: 'Failed',
  warning: 'Warning',
  resumed: 'Resumed',
}

/** Formats a duration: `450 ms`, `12.4 s`, `3 min 05 s`, `2 h 10 min`. @param milliseconds 0 or more */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  const two = (value: number): string => String(value).padStart(2, '0')
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`
  return `${Math.floor(whole / 3600).toLocaleString()} h ${two(Math.floor(whole / 60) % 60)} min`
}

/** Lists the numbers of a load. */
export function loadFacts(report: LoadReport): { readonly label: string; readonly value: string }[] {
  const { pages, pagesBefore, records, loadingMs, waitingMs, counts } = report
  const loaded = pages - pagesBefore
  const rate = loadingMs > 0 && loaded > 0 ? ` · ${((loaded * 1000) / loadingMs).toFixed(1)} pages/s` : ''
  const ofThem = pagesBefore === 0 ? '' : ` for ${count(loaded, 'page')}`
  return [
    { label: 'Records', value: `${records.toLocaleString()} on ${count(pages, 'page')}` },
    { label: 'Loading time', value: `${durationText(loadingMs)}${ofThem}${rate}` },
    {
      label: 'Retries',
      value: counts.retry === 0 ? 'None' : `${counts.retry.toLocaleString()} (${durationText(waitingMs)} waiting)`,
    },
    { label: 'New tokens', value: counts['new-token'] === 0 ? 'None' : counts['new-token'].toLocaleString() },
    { label: 'Failures', value: counts.failure === 0 ? 'None' : counts.failure.toLocaleString() },
  ]
}

export function noEventsMessage({ pages, pagesBefore }: LoadReport): string {
  if (pagesBefore === 0) return 'No errors or retries.'
  const since = pages > pagesBefore ? ' No errors or retries since.' : ''
  return `No details for ${count(pagesBefore, 'page')} loaded earlier.${since}`
}
