import { share } from './chance.ts'
import { configuration, configurationCount, type Currency, type ReportType } from './configurations.ts'
import type { ReportPlace } from './report-hours.ts'
import { hourMs, isOutage } from './report-rhythm.ts'

/** What a report of a type sums up, in euros, and what a single transaction in it is worth. */
const sizes: Readonly<Record<ReportType, { readonly total: number; readonly each: number }>> = {
  SETTLEMENT: { total: 48_000, each: 41 },
  TRANSACTIONS: { total: 31_000, each: 38 },
  FEES: { total: 900, each: 0.6 },
  CHARGEBACKS: { total: 1_400, each: 87 },
  PAYOUTS: { total: 22_000, each: 640 },
}

const errorCodes = ['SOURCE_TIMEOUT', 'SOURCE_UNAVAILABLE', 'INCOMPLETE_DATA', 'LIMIT_EXCEEDED'] as const

type Status = 'Scheduled' | 'Running' | 'Completed' | 'Errored' | 'Cancelled'

/** How far a report has got. */
interface Progress {
  readonly status: Status
  readonly attempts: number
  readonly startedAt?: number
  readonly endedAt?: number
}

/**
 * Returns a report's record as JSON text. Its status follows from its age: scheduled, running, then completed or
 * errored. Some that failed are run again later, and
 * some that were completed are corrected.
 */
export function reportRecord(place: ReportPlace, moment: number): string {
  const { hour, index, created } = place
  const key = Math.imul(hour, 16_381) + index
  const chance = (salt: number): number => share(key, salt)
  const createdAt = Math.floor(hour * hourMs + ((index + chance(51)) / created) * hourMs)
  const { id, name, type, team, currency } = configuration(Math.floor(configurationCount * chance(52) ** 2.5))
  const { status, attempts, startedAt, endedAt } = progressOf(place, createdAt, moment, chance)
  const isDone = status === 'Completed'
  // Some are corrected after a few days.
  const isCorrected =
    endedAt !== undefined && isDone && chance(65) < 0.12 && moment > endedAt + (12 + 60 * chance(66)) * hourMs
  const euros = sizes[type].total * spread(chance, 53, 1.1) * (isCorrected ? 0.97 + 0.06 * chance(67) : 1)
  const date = new Date(createdAt).toISOString()
  const members = [
    `"reportId":"rep-${date.slice(2, 10).replaceAll('-', '')}-${date.slice(11, 13)}${String(index).padStart(4, '0')}"`,
    `"name":${JSON.stringify(`${name}, ${date.slice(0, 10)}`)}`,
    `"type":"${type}"`,
    `"status":"${status}"`,
    `"amount":${isDone ? amount(euros, currency) : 'null'}`,
    `"currency":"${currency.code}"`,
    `"transactions":${isDone ? Math.max(1, Math.round((euros / sizes[type].each) * (0.6 + 0.8 * chance(54)))) : 'null'}`,
    `"team":"${team}"`,
    `"reportConfigurationId":"${id}"`,
    `"createdAt":"${date}"`,
    `"completedAt":${isDone && endedAt !== undefined ? `"${new Date(endedAt).toISOString()}"` : 'null'}`,
    `"durationSeconds":${startedAt === undefined || endedAt === undefined ? 'null' : Math.round((endedAt - startedAt) / 1000)}`,
    `"attempts":${attempts}`,
    `"revision":${isCorrected ? 2 : 1}`,
    `"errorCode":${status === 'Errored' ? `"${errorCode(hour, chance(55))}"` : 'null'}`,
  ]
  return `{${members.join(',')}}`
}

function progressOf(
  { hour, isWithdrawn }: ReportPlace,
  createdAt: number,
  moment: number,
  chance: (salt: number) => number,
): Progress {
  // Some are ordered in the day for the night.
  const startedAt = createdAt + (chance(56) < 0.06 ? (2 + 12 * chance(57)) * hourMs : chance(57) * 60_000)
  if (isWithdrawn) return { status: moment < startedAt ? 'Scheduled' : 'Cancelled', attempts: 0 }
  if (moment < startedAt) return { status: 'Scheduled', attempts: 0 }
  const outage = isOutage(hour)
  const minutes = (chance(58) < 0.03 ? 500 : outage ? 45 : 6) * spread(chance, 59, 0.8)
  const endedAt = startedAt + minutes * 60_000
  if (moment < endedAt) return { status: 'Running', attempts: 1, startedAt }
  if (chance(64) < 0.02) return { status: 'Cancelled', attempts: 1, startedAt, endedAt }
  if (chance(60) > (outage ? 0.55 : 0.04)) return { status: 'Completed', attempts: 1, startedAt, endedAt }
  const startedAgainAt = endedAt + (4 + 26 * chance(61)) * hourMs
  if (chance(62) > (outage ? 0.2 : 0.45) || moment < startedAgainAt)
    return { status: 'Errored', attempts: 1, startedAt, endedAt }
  const endedAgainAt = startedAgainAt + 6 * spread(chance, 63, 0.8) * 60_000
  return moment < endedAgainAt
    ? { status: 'Running', attempts: 2, startedAt: startedAgainAt }
    : { status: 'Completed', attempts: 2, startedAt: startedAgainAt, endedAt: endedAgainAt }
}

/** Returns a factor around 1, as sizes and durations spread: few are much larger. */
function spread(chance: (salt: number) => number, salt: number, width: number): number {
  // The sum of four is close enough to a normal distribution, with a variance of a third.
  const sum = [0, 1, 2, 3].reduce((total, part) => total + chance(salt * 10 + part) - 0.5, 0)
  return Math.exp(width * sum * Math.sqrt(3))
}

function amount(euros: number, { decimals, perEuro }: Currency): string {
  return (euros * perEuro).toFixed(decimals)
}

function errorCode(hour: number, chance: number): string {
  const [timeout, unavailable, ...others] = errorCodes
  if (isOutage(hour)) return chance < 0.7 ? unavailable : timeout
  return [timeout, ...others][Math.floor(chance * (others.length + 1))] ?? timeout
}
