import type { ColumnFormat } from '#shared/lists/list-columns.ts'
import type { Cell, ColumnType } from '#shared/lists/list.ts'
import { systemDates, type DateText } from '#shared/values/date-text.ts'
import { readDatetime } from '#shared/values/datetime-text.ts'

export const formatTitles: Readonly<Record<ColumnFormat, string>> = {
  'as-sent': 'Raw',
  'local-time': 'Date and time',
  thousands: 'Thousands separators',
  'epoch-milliseconds': 'Unix time (ms)',
  'epoch-seconds': 'Unix time (s)',
  raw: 'JSON',
}

const numberFormats: readonly ColumnFormat[] = ['thousands', 'epoch-milliseconds', 'epoch-seconds']

/** Lists the formats that change how a type is shown. */
export function formatsOf(type: ColumnType): readonly ColumnFormat[] {
  switch (type) {
    case 'number':
      return ['as-sent', ...numberFormats, 'raw']
    case 'datetime':
    case 'text':
      return ['as-sent', 'local-time', 'raw']
    case 'mixed':
      return ['as-sent', 'local-time', ...numberFormats, 'raw']
    case 'boolean':
    case 'list':
    case 'object':
    case 'null':
      return ['as-sent', 'raw']
  }
}

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const decimalSign = new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/** The latest time that JavaScript's dates reach, in milliseconds. */
const latest = 8.64e15

/**
 * Returns a cell's text, e.g. `1,234.50` for 1234.50 with thousands separators; empty if the record has no such field,
 * unformatted if the format doesn't fit.
 */
export function cellText(cell: Cell | null | undefined, format: ColumnFormat = 'as-sent', dates = systemDates): string {
  if (cell === undefined || cell === null) return ''
  if (cell.cut === true) return `${format === 'raw' && cell.kind === 'text' ? '"' : ''}${cell.text}…`
  return formatted(cell, format, dates) ?? cell.text
}

/**
 * Returns the text to copy: as shown, but a number without separators, which other programs don't read, e.g. `1234.50`
 * if `1,234.50` is shown.
 */
export function copiedText(
  cell: Cell | null | undefined,
  format: ColumnFormat = 'as-sent',
  dates = systemDates,
): string {
  return cellText(cell, format === 'thousands' ? 'as-sent' : format, dates)
}

/** Formats a cell; undefined if the format doesn't fit. */
function formatted({ kind, text }: Cell, format: ColumnFormat, dates: DateText): string | undefined {
  switch (format) {
    case 'as-sent':
      return undefined
    case 'raw':
      return kind === 'text' ? JSON.stringify(text) : undefined
    case 'local-time':
      return kind === 'text' ? timeOf(text, dates) : undefined
    case 'thousands':
      return kind === 'number' ? withSeparators(text) : undefined
    case 'epoch-milliseconds':
      return kind === 'number' ? timeAfterEpoch(Number(text), dates) : undefined
    case 'epoch-seconds':
      return kind === 'number' ? timeAfterEpoch(Number(text) * 1000, dates) : undefined
  }
}

/** Returns an instant in the person's time zone; undefined if the text is none, or no valid day. */
function timeOf(text: string, dates: DateText): string | undefined {
  const datetime = readDatetime(text)
  const isInstant = datetime?.precision === 'instant' && datetime.exists
  return isInstant ? timeAfterEpoch(datetime.seconds * 1000, dates) : undefined
}

function timeAfterEpoch(milliseconds: number, dates: DateText): string | undefined {
  if (!(Math.abs(milliseconds) <= latest)) return undefined
  // Before year 1, a date without its era would be mistaken for another year.
  return new Date(milliseconds).getFullYear() >= 1 ? dates.seconds(milliseconds) : undefined
}

/** Groups the digits of a JSON number: `1234.50` to `1,234.50` in English; undefined if it has an exponent. */
export function withSeparators(text: string): string | undefined {
  const [, sign = '', integer = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? []
  if (integer === '') return undefined
  return `${sign}${whole.format(BigInt(integer))}${fraction === undefined ? '' : decimalSign + fraction}`
}

/** Returns a cell's tooltip: the original of a formatted value, e.g. `Raw: 1234.50`, or a local time. */
export function cellTooltip(
  cell: Cell | null | undefined,
  format: ColumnFormat = 'as-sent',
  dates = systemDates,
): string | undefined {
  if (cell === undefined || cell === null) return undefined
  const shown = cellText(cell, format, dates)
  if (shown !== cellText(cell) && format !== 'raw') return `Raw: ${cell.text}`
  const local = cell.kind === 'text' && cell.cut !== true ? timeOf(cell.text, dates) : undefined
  return local === undefined ? undefined : `${dates.zoneName}: ${local}`
}
