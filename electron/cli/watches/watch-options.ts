import { InvalidArgumentError } from 'commander'
import type { WatchCondition, WatchSchedule } from '#shared/watches/watch.ts'
import { parseDuration } from '../terminal/wait-options.ts'

// Without the model of watches: loading it takes longer than printing the help.

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const timeOfDay = String.raw`(?<at>(?:[01]\d|2[0-3]):[0-5]\d)`

/** Parses the time between two loads, such as `15m` or `2h`. @throws InvalidArgumentError */
export function parseInterval(text: string): WatchSchedule {
  const minutes = parseDuration(text) / 60_000
  if (Number.isInteger(minutes) && minutes >= 15 && minutes <= 1440) return { kind: 'every', minutes }
  throw new InvalidArgumentError('Enter whole minutes or hours from 15m to 24h.')
}

/** Parses a time of day, such as `08:00`. @throws InvalidArgumentError */
export function parseDaily(text: string): WatchSchedule {
  const { at } = new RegExp(`^${timeOfDay}$`, 'u').exec(text)?.groups ?? {}
  if (at !== undefined) return { kind: 'daily', at }
  throw new InvalidArgumentError('Enter a time, for example 08:00.')
}

/** Parses a day of the week and a time, such as `mon@08:00`. @throws InvalidArgumentError */
export function parseWeekly(text: string): WatchSchedule {
  const { day = '', at } = new RegExp(`^(?<day>[a-z]{3})@${timeOfDay}$`, 'u').exec(text.toLowerCase())?.groups ?? {}
  if (at !== undefined && weekdays.includes(day)) return { kind: 'weekly', weekday: weekdays.indexOf(day) + 1, at }
  throw new InvalidArgumentError(`Enter a day (${weekdays.join(', ')}) and a time, for example mon@08:00.`)
}

/** Parses conditions, such as `appeared,above=20,failed`; `none` for none. @throws InvalidArgumentError */
export function parseConditions(text: string): WatchCondition[] {
  return text === 'none' ? [] : text.split(',').map((part) => conditionOf(part.trim()))
}

const conditions = ['appeared', 'changed', 'vanished', 'failed', 'slow', 'fields'] as const

function conditionOf(text: string): WatchCondition {
  const { kind, bound } = /^(?<kind>above|below)=(?<bound>\d{1,15})$/u.exec(text)?.groups ?? {}
  if (kind === 'above' || kind === 'below') return { kind, bound: Number(bound) }
  const condition = conditions.find((each) => each === text)
  if (condition !== undefined) return { kind: condition }
  throw new InvalidArgumentError(
    `Unknown condition “${text}”. Use appeared, changed, vanished, above=N, below=N, failed, slow and fields, separated by commas; or none.`,
  )
}

/** Returns a parser for a whole number. @throws InvalidArgumentError from the parser */
export function parseNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/u.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
    throw new InvalidArgumentError(`Enter a whole number from ${min} to ${max}.`)
  }
}

/** Returns the path of a field. @throws InvalidArgumentError */
export function parsePath(text: string): string {
  if (text !== '' && text.length <= 1000) return text
  throw new InvalidArgumentError('Enter the path of a field, for example reportId or owner.id.')
}
