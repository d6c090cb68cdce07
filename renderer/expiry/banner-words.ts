import { environmentNames } from '../../shared/model/environment.ts'
import { judgeExpiry, type ExpiryWarning } from '../../shared/model/expiry.ts'

const day = 86_400_000

/** What the banner says of one certificate, and how loudly. */
export interface BannerLine {
  readonly tone: 'bad' | 'warn'
  readonly text: string
}

/**
 * Puts a warning into a sentence, e.g. `Production stops accepting Acme’s tokens on Tue, Mar 3, in 6 days.`
 * @param now milliseconds since the epoch
 * @param locale a BCP 47 tag; the person's own unless given
 * @param timeZone an IANA name; the person's own unless given
 */
export function bannerLine(warning: ExpiryWarning, now: number, locale?: string, timeZone?: string): BannerLine {
  const { level, daysLeft } = judgeExpiry(warning.notBefore, warning.notAfter, now)
  const environment = environmentNames[warning.environment]
  const owner = possessive(warning.profileName)
  const moment = level === 'not-yet-valid' ? warning.notBefore : warning.notAfter
  const date = formatDate(moment, now, locale, timeZone)

  if (level === 'ended')
    return warning.active
      ? {
          tone: 'bad',
          text: `${environment} no longer accepts ${owner} certificate: it expired on ${date}, ${ago(daysLeft)}.`,
        }
      : {
          tone: 'warn',
          text: `A certificate of ${warning.profileName} that does not sign expired on ${date}, ${ago(daysLeft)}.`,
        }
  if (level === 'not-yet-valid')
    return {
      tone: warning.active ? 'bad' : 'warn',
      text: `${owner} certificate for ${environment} is not valid before ${date}.`,
    }
  if (!warning.active)
    return {
      tone: 'warn',
      text: `A certificate of ${warning.profileName} that does not sign ends on ${date}, ${ahead(daysLeft)}.`,
    }
  return {
    tone: level === 'critical' ? 'bad' : 'warn',
    text: `${environment} stops accepting ${owner} tokens on ${date}, ${ahead(daysLeft)}.`,
  }
}

function possessive(name: string): string {
  return `${name}’s`
}

function ahead(daysLeft: number): string {
  if (daysLeft <= 0) return 'in less than a day'
  return daysLeft === 1 ? 'in 1 day' : `in ${daysLeft.toLocaleString()} days`
}

/** @param daysLeft negative: -1 is within the day after the end */
function ago(daysLeft: number): string {
  const days = -daysLeft - 1
  if (days === 0) return 'less than a day ago'
  return days === 1 ? '1 day ago' : `${days.toLocaleString()} days ago`
}

/** Weekday, day and month; the year too where the day is half a year away or more. */
function formatDate(instant: string, now: number, locale?: string, timeZone?: string): string {
  const date = new Date(instant)
  const far = Math.abs(date.getTime() - now) > 180 * day
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(far ? { year: 'numeric' } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(date)
}
