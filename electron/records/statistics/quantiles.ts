import { bisectLeft } from 'd3-array'
import { compareNumbers } from '../values/number-order.ts'

/** The distinct numbers of a column; others among its values have NaN. */
export interface CountedNumbers {
  /** By the value's number. Numbers that differ only beyond doubles are equal here. */
  readonly doubles: Float64Array
  readonly count: (number: number) => number
  /** With all digits. */
  readonly text: (number: number) => string
}

/**
 * Returns for each share the least number that this share of the records does not exceed (nearest rank), as it was
 * written.
 * @param records with numbers
 * @param shares above 0 and up to 1
 */
export function quantilesOf(
  { doubles, count, text }: CountedNumbers,
  records: number,
  shares: readonly number[],
): string[] {
  const sorted = new Float64Array(records)
  let end = 0
  for (let number = 0; number < doubles.length; number += 1) {
    const each = doubles[number] ?? Number.NaN
    if (!Number.isNaN(each)) sorted.fill(each, end, (end += count(number)))
  }
  sorted.sort()
  return shares.map((share) => {
    const rank = Math.max(1, Math.ceil(share * records))
    const found = sorted[rank - 1] ?? 0
    const equals: number[] = []
    for (let number = 0; number < doubles.length; number += 1) if (doubles[number] === found) equals.push(number)
    if (equals.length > 1) equals.sort((one, other) => compareNumbers(text(one), text(other)))
    let left = rank - bisectLeft(sorted, found)
    const answer = equals.find((number) => {
      left -= count(number)
      return left <= 0
    })
    return text(answer ?? 0)
  })
}
