import type { WrittenDatetime } from '#shared/values/datetime-text.ts'

// Parses dates with regular expressions and JavaScript's calendar: the model for the byte reader.

const time = String.raw`(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?`
const basicTime = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?`
const offset = String.raw`(?<zoneSign>[+\-])(?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?`
const zone = String.raw`(?<zone>[Zz]|(?: ?(?:UTC|GMT|${offset})))(?:\[[A-Za-z_/+\-0-9]+\])?`

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const spellings = [
  // ISO 8601 extended and RFC 3339, with slashes too; the zone's name in brackets as Java and RFC 9557 write it.
  new RegExp(
    String.raw`^(?<year>\d{4})(?<sign>[\-\/])(?<month>\d\d)\k<sign>(?<day>\d\d)(?:[Tt ]${time}(?:${zone})?)?$`,
    'u',
  ),
  // ISO 8601 basic. Eight digits on their own could be any number.
  new RegExp(String.raw`^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)[Tt]${basicTime}(?:${zone})?$`, 'u'),
  // RFC 5322 and HTTP.
  new RegExp(
    String.raw`^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(?<day>\d{1,2}) (?<monthName>${months.join('|')}) (?<year>\d{4}) ${time}(?:${zone})$`,
    'u',
  ),
]

/** Reads a date as `readDatetime` must. */
export function plainDatetime(text: string): WrittenDatetime | undefined {
  for (const spelling of spellings) {
    const parts = spelling.exec(text)?.groups
    if (parts !== undefined) return written(parts)
  }
  return undefined
}

function written(parts: Readonly<Record<string, string | undefined>>): WrittenDatetime | undefined {
  const number = (name: string): number => Number(parts[name] ?? 0)
  const month = parts['monthName'] === undefined ? number('month') : months.indexOf(parts['monthName']) + 1
  if (month < 1 || month > 12 || number('day') < 1 || number('day') > 31) return undefined
  if (number('hour') > 24 || number('minute') > 59 || number('second') > 60) return undefined
  if (number('zoneHour') > 23 || number('zoneMinute') > 59) return undefined
  const local = new Date(0)
  local.setUTCFullYear(number('year'), month - 1, number('day'))
  const isPastMidnight = number('hour') === 24 && number('minute') + number('second') + number('fraction') > 0
  const exists = local.getUTCDate() === number('day') && !isPastMidnight
  local.setUTCHours(number('hour'), number('minute'), number('second'))
  const zoneSeconds = (number('zoneHour') * 60 + number('zoneMinute')) * 60 * (parts['zoneSign'] === '-' ? -1 : 1)
  const isZoned = parts['zone'] !== undefined
  return {
    seconds: local.getTime() / 1000 - zoneSeconds,
    fraction: parts['fraction'] ?? '',
    precision: parts['hour'] === undefined ? 'date' : isZoned ? 'instant' : 'local',
    exists,
  }
}

/** Returns a text that sorts like the instants; undefined for text that is not a date. */
export function plainDatetimeKey(text: string): string | undefined {
  const datetime = plainDatetime(text)
  if (datetime === undefined) return undefined
  // Moved so that the years 0 to 9999 are positive and of one length.
  return `${String(datetime.seconds + 1e11).padStart(12, '0')}.${datetime.fraction.replace(/0+$/u, '')}`
}
