import type { Health } from '#shared/health/health-schemas.ts'

/** Words how many profiles need the person now, e.g. `1 of 5 profiles needs you this week`. */
export function attentionSentence(rows: readonly { readonly health: Pick<Health, 'urgency'> }[]): string {
  const count = rows.filter(({ health: { urgency } }) => urgency === 'stopped' || urgency === 'urgent').length
  if (rows.length === 1)
    return count === 0 ? 'Your profile needs nothing this week' : 'Your profile needs you this week'
  if (count === 0) return `None of ${rows.length.toLocaleString()} profiles needs you this week`
  return `${count.toLocaleString()} of ${rows.length.toLocaleString()} profiles ${count === 1 ? 'needs' : 'need'} you this week`
}
