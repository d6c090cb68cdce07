import { certificateOf, confirmationOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { missingWords } from '#shared/replacements/replacement-messages.ts'
import type { ReplacementStep } from '#shared/replacements/replacement-steps.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { localDay } from '#shared/values/local-day.ts'

/**
 * Returns what a finished step did, e.g. `CSR saved 9:36 PM, live2.csr`; undefined if that is not known.
 * @param credentials all of the profile
 * @param when writes an instant
 */
export function stepFact(
  step: ReplacementStep,
  { replacement, newNotAfter, missingInRequest }: ReplacementView,
  credentials: readonly Credential[],
  { when, day }: { readonly when: (instant: string) => string; readonly day: (instant: string) => string },
): string | undefined {
  const successor = credentials.find(({ id }) => id === replacement.newCredentialId)
  const old = credentials.find(({ id }) => id === replacement.oldCredentialId)
  const at = (words: string, instant: string | undefined, more?: string): string | undefined =>
    instant === undefined
      ? undefined
      : `${words} ${when(instant)}${more === undefined || more === '' ? '' : `, ${more}`}`
  switch (step) {
    case 'make-key':
      return at('Key created', successor?.createdAt, successor && `RSA ${successor.keySize}`)
    case 'make-request': {
      const created = at('CSR created', successor?.request?.createdAt, successor?.request?.subject.commonName)
      const missing = missingWords(missingInRequest)
      return created === undefined || missing === undefined ? created : `${created}. ${missing}`
    }
    case 'export-request': {
      const exported = successor?.request?.exported
      return at(exported?.fileName === undefined ? 'CSR copied' : 'CSR saved', exported?.at, exported?.fileName)
    }
    case 'import-certificate':
      return at(
        'Certificate imported',
        certificateOf(successor)?.importedAt,
        newNotAfter && `expires ${day(newNotAfter)}`,
      )
    case 'upload':
      return at('Uploaded', replacement.uploadedAt)
    case 'confirm': {
      const { confirmedAt, thumbprint } = confirmationOf(successor) ?? {}
      if (confirmedAt !== undefined)
        return at('Thumbprint confirmed', confirmedAt, thumbprint && `${thumbprint.slice(0, 8)}…`)
      return at('Skipped', replacement.confirmationSkippedAt)
    }
    case 'try':
      return replacement.trial?.kind === 'accepted' ? at('Token received', replacement.trial.at) : undefined
    case 'switch':
      return at('Switched', successor?.state === 'active' ? successor.activatedAt : undefined)
    case 'watch':
      return at('Token received', replacement.acceptedAt)
    case 'retire':
      return at('Retired', old?.state === 'retired' ? old.retiredAt : undefined)
    case 'remove':
      return at('Removed', replacement.removedAt)
    case 'done':
      return undefined
  }
}

/** Writes an instant of today as a time, any other with its date. */
export function timeOrDate(instant: string, dates: DateText, now: number): string {
  const isToday = localDay(instant, dates.timeZone) === localDay(new Date(now).toISOString(), dates.timeZone)
  if (!isToday) return dates.minutes(new Date(instant))
  const time = dates.parts(new Date(instant), { timeStyle: 'short' })
  return dates.zoneName === 'UTC' ? `${time} UTC` : time
}
