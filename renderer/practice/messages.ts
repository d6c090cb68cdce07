import type { PracticeFault } from '#shared/practice/practice.ts'
import { count } from '../ui/text/count.ts'

export const faultTexts: Readonly<Record<PracticeFault, { readonly title: string; readonly description: string }>> = {
  'token-expired': {
    title: 'Access tokens expire after five calls (401)',
    description: 'Discards the token and requests a new one in the middle of a load.',
  },
  'rate-limited': {
    title: 'Too many requests (429 with Retry-After)',
    description: 'Every third call. Waits for the time in Retry-After, then continues.',
  },
  unavailable: {
    title: 'Service unavailable (503)',
    description: 'Every call and list. Demonstrates backoff and giving up.',
  },
  'truncated-body': {
    title: 'Truncated responses',
    description: 'Every third page. Incomplete responses are never accepted.',
  },
  'repeated-cursor': {
    title: 'Repeated cursor',
    description: 'A list stops instead of looping.',
  },
  'slow-answer': {
    title: 'Slow responses (2 s)',
    description: 'Time to watch progress, pause and stop.',
  },
  'clock-ahead': {
    title: 'The service’s clock is two minutes ahead',
    description: 'Shows how assertions fail when clocks disagree.',
  },
  'other-names': {
    title: 'Different parameter names (resource, scope, client_id, a jti)',
    description: 'Required by some services. Set each in the profile’s settings.',
  },
}

/** Says which day the believable data is from, and how to see what a day changes. */
export function dataDate(daysAhead: number): string {
  if (daysAhead === 0)
    return 'Today’s data. Each day that passes adds reports, completes running ones and removes the oldest.'
  return `Data is ${count(daysAhead, 'day', 'days')} ahead. Reload a list, or compare it with a snapshot.`
}
