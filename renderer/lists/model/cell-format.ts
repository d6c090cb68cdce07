import { readDatetime } from '../../../shared/model/values/datetime-text.ts'
import type { ColumnFormat } from '../../../shared/model/lists/columns/list-columns.ts'
import type { Cell, ColumnType } from '../../../shared/model/lists/list.ts'

/** How each format is called. */
export const formatTitles: Readonly<Record<ColumnFormat, string>> = {
  'as-sent': 'Raw',
  'local-time': 'Local time',
  thousands: 'Thousands separators',
  'epoch-milliseconds': 'Unix time (ms)',
  'epoch-seconds': 'Unix time (s)',
  raw: 'JSON',
}

const numberFormats: readonly ColumnFormat[] = ['thousands', 'epoch-milliseconds', 'epoch-seconds']

/** The formats that make a difference to a column's values. */
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

const localTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const decimalSign = new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/** The longest time from 1970 that JavaScript's dates reach, milliseconds. */
const latest = 8.64e15

/** What a cell shows: nothing where the record has no such member; a format that does not fit leaves it as sent. */
export function cellText(cell: Cell | null | undefined, format: ColumnFormat = 'as-sent'): string {
  if (cell === undefined || cell === null) return ''
  if (cell.cut === true) return `${format === 'raw' && cell.kind === 'text' ? '"' : ''}${cell.text}…`
  return formatted(cell, format) ?? cell.text
}

/** The cell in a format; undefined where the format does not fit. */
function formatted({ kind, text }: Cell, format: ColumnFormat): string | undefined {
  switch (format) {
    case 'as-sent':
      return undefined
    case 'raw':
      return kind === 'text' ? JSON.stringify(text) : undefined
    case 'local-time':
      return kind === 'text' ? localTimeOf(text) : undefined
    case 'thousands':
      return kind === 'number' ? withSeparators(text) : undefined
    case 'epoch-milliseconds':
      return kind === 'number' ? timeAfterEpoch(Number(text)) : undefined
    case 'epoch-seconds':
      return kind === 'number' ? timeAfterEpoch(Number(text) * 1000) : undefined
  }
}

/** An instant in the person's own time; undefined for text that names none, or a day that no calendar has. */
export function localTimeOf(text: string): string | undefined {
  const datetime = readDatetime(text)
  const isInstant = datetime?.precision === 'instant' && datetime.exists
  return isInstant ? timeAfterEpoch(datetime.seconds * 1000) : undefined
}

function timeAfterEpoch(milliseconds: number): string | undefined {
  if (!(Math.abs(milliseconds) <= latest)) return undefined
  // Before the year 1 a date without its era would be taken for another year's.
  return new Date(milliseconds).getFullYear() >= 1 ? localTime.format(milliseconds) : undefined
}

/** A JSON number with separators and every digit; undefined for one with an exponent. */
export function withSeparators(text: string): string | undefined {
  const [, sign = '', integer = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? []
  if (integer === '') return undefined
  return `${sign}${whole.format(BigInt(integer))}${fraction === undefined ? '' : decimalSign + fraction}`
}

/** What hovering over a cell tells: what was sent where something else is shown, a time of one's own, long text. */
export function cellTooltip(cell: Cell | null | undefined, format: ColumnFormat): string | undefined {
  if (cell === undefined || cell === null) return undefined
  const shown = cellText(cell, format)
  if (shown !== cellText(cell) && format !== 'raw') return `Raw: ${cell.text}`
  const local = cell.kind === 'text' && cell.cut !== true ? localTimeOf(cell.text) : undefined
  if (local !== undefined) return `Local time: ${local}`
  return shown.length > 24 ? shown : undefined
}
