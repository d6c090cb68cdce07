import { bisectRight } from 'd3-array'
import { compareNumbers } from '../values/number-order.ts'
import { decimalText, parseDecimal, type Decimal } from './decimal.ts'

/** The distinct numbers of a column; others among its values have NaN. */
export interface CountedNumbers {
  /** By the value's number. Numbers that differ only beyond doubles are equal here. */
  readonly doubles: Float64Array
  readonly count: (number: number) => number
  /** With all digits. */
  readonly text: (number: number) => string
}

/**
 * Returns the numbers below which these percentages of the records are, with all digits: the median is the middle number,
 * or the mean of the two middle ones; others are interpolated the same way (Hyndman and Fan's definition 7, as in spreadsheets).
 * Undefined for one between numbers that are too large or too small to calculate with.
 * @param records with numbers
 * @param percents from 0 to 100
 */
export function quantilesOf(
  { doubles, count, text }: CountedNumbers,
  records: number,
  percents: readonly number[],
): (string | undefined)[] {
  const sorted = new Float64Array(records)
  let end = 0
  for (let number = 0; number < doubles.length; number += 1) {
    const each = doubles[number] ?? Number.NaN
    if (!Number.isNaN(each)) sorted.fill(each, end, (end += count(number)))
  }
  sorted.sort()
  const textAt = (place: number): string => {
    const found = sorted[place] ?? 0
    const equals: number[] = []
    for (let number = 0; number < doubles.length; number += 1) if (doubles[number] === found) equals.push(number)
    if (equals.length > 1) equals.sort((one, other) => compareNumbers(text(one), text(other)))
    let behind = bisectRight(sorted, found) - place
    const answer = equals.findLast((number) => {
      behind -= count(number)
      return behind <= 0
    })
    return text(answer ?? 0)
  }
  return percents.map((percent) => {
    const [place, rest] = [Math.floor(((records - 1) * percent) / 100), ((records - 1) * percent) % 100]
    return rest === 0 ? textAt(place) : between(textAt(place), textAt(place + 1), rest)
  })
}

/** Returns the number that is `percent` of the way from one to another, exactly. */
function between(one: string, other: string, percent: number): string | undefined {
  if (compareNumbers(one, other) === 0) return one
  const [from, to] = [parseDecimal(one), parseDecimal(other)]
  if (from === undefined || to === undefined) return undefined
  const scale = Math.max(from.scale, to.scale)
  const unitsOf = (each: Decimal): bigint => each.units * 10n ** BigInt(scale - each.scale)
  return decimalText({ units: unitsOf(from) * BigInt(100 - percent) + unitsOf(to) * BigInt(percent), scale: scale + 2 })
}
