import { dayMs } from '#shared/values/local-day.ts'
import { mixed, pick, share } from './chance.ts'

export const configurationCount = 240
export const groupCount = 40

/** A currency, its decimals (ISO 4217), and how many of it a euro is worth. */
export interface Currency {
  readonly code: string
  readonly decimals: number
  readonly perEuro: number
}

/** What is reported, for which team and merchant. */
export interface Configuration {
  readonly id: string
  readonly name: string
  readonly type: ReportType
  readonly team: string
  readonly frequency: string
  readonly currency: Currency
  readonly group: number
}

const types = ['SETTLEMENT', 'TRANSACTIONS', 'FEES', 'CHARGEBACKS', 'PAYOUTS'] as const
export type ReportType = (typeof types)[number]
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
const teams = ['Treasury', 'Payment Operations', 'Merchant Services', 'Risk', 'Finance', 'Partner Support'] as const
const euro = { code: 'EUR', decimals: 2, perEuro: 1 } as const
const dollar = { code: 'USD', decimals: 2, perEuro: 1.09 } as const
const pound = { code: 'GBP', decimals: 2, perEuro: 0.85 } as const
const franc = { code: 'CHF', decimals: 2, perEuro: 0.95 } as const
const yen = { code: 'JPY', decimals: 0, perEuro: 165 } as const
const dinar = { code: 'KWD', decimals: 3, perEuro: 0.335 } as const
/** What the merchants are paid in, in turn. */
const currencies = [euro, dollar, euro, pound, euro, dollar, yen, euro, franc, pound, euro, dinar] as const
const firstNames = ['Nordwind', 'Harbour', 'Bluebird', 'Alpine', 'Granite', 'Meridian', 'Cedar', 'Atlas'] as const
const lastNames = ['Retail', 'Travel', 'Foods', 'Books', 'Mobility'] as const

const firstDay = Date.UTC(2023, 0, 2)

/** Returns configuration number `index`, from 0. */
export function configuration(index: number): Configuration {
  const group = Math.floor(groupCount * share(index, 31) ** 1.8)
  const type = weighted(types, [0.4, 0.25, 0.15, 0.12, 0.08], share(index, 32))
  const frequency = weighted(frequencies, [0.7, 0.2, 0.1], share(index, 33))
  return {
    id: `cfg-${String(index + 1).padStart(4, '0')}`,
    name: `${groupName(group)} ${frequency.toLowerCase()} ${type.toLowerCase()}`,
    type,
    frequency,
    team: weighted(teams, [0.38, 0.25, 0.16, 0.11, 0.06, 0.04], share(index, 34)),
    // A merchant is paid in one currency, with few exceptions.
    currency: share(index, 35) < 0.95 ? pick(currencies, group) : dollar,
    group,
  }
}

/** Returns a configuration's record as JSON text. Each is updated from time to time. */
export function configurationRecord(index: number, moment: number): string {
  const { id, name, type, team, frequency, currency, group } = configuration(index)
  const createdAt = firstDay + Math.floor(share(index, 37) * 700 * dayMs)
  const { version, updatedAt } = latestUpdate(createdAt, (10 + share(index, 38) * 60) * dayMs, moment)
  return JSON.stringify({
    reportConfigurationId: id,
    name,
    type,
    team,
    reportingGroupId: groupId(group),
    frequency,
    currency: currency.code,
    enabled: share(index * 977 + version, 39) < 0.92,
    version,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  })
}

/** Returns a reporting group's record as JSON text: a merchant's. */
export function groupRecord(index: number, moment: number): string {
  const createdAt = firstDay + Math.floor(share(index, 41) * 600) * dayMs
  const { version, updatedAt } = latestUpdate(createdAt, (5 + share(index, 42) * 30) * dayMs, moment)
  return JSON.stringify({
    reportingGroupId: groupId(index),
    name: groupName(index),
    members: 2 + Math.floor(40 * share(index, 43) ** 2) + (mixed(index * 31 + version, 44) % 3),
    contact: `reports@${groupName(index).toLowerCase().replace(' ', '-')}.example`,
    createdOn: new Date(createdAt).toISOString().slice(0, 10),
    updatedAt: new Date(updatedAt).toISOString(),
  })
}

/** Returns one of the values. @param shares how often each is chosen; their sum is 1 */
export function weighted<T>(values: readonly [T, ...T[]], shares: readonly number[], chance: number): T {
  let sum = 0
  const index = shares.findIndex((each) => (sum += each) > chance)
  return values[index] ?? values[0]
}

function latestUpdate(createdAt: number, every: number, moment: number): { version: number; updatedAt: number } {
  const updates = Math.max(0, Math.floor((moment - createdAt) / every))
  return { version: updates + 1, updatedAt: Math.floor(createdAt + updates * every) }
}

function groupId(index: number): string {
  return `grp-${String(index + 1).padStart(3, '0')}`
}

function groupName(index: number): string {
  return `${pick(firstNames, index)} ${pick(lastNames, Math.floor(index / firstNames.length))}`
}
