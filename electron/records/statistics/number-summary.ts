import { utf8Text } from '../json/json-string.ts'
import { compareNumbers } from '../values/number-order.ts'
import { readShortDecimal, type ShortDecimal } from '../values/short-decimal.ts'
import { decimalText, parseDecimal, shareOf, type Decimal } from './decimal.ts'

/** Doubles are exact to 2^53; two of half that can be added. */
const exactHalf = 2 ** 52

/** Additional digits of a mean. */
const meanDigits = 4

const short: ShortDecimal = { units: 0, scale: 0 }

/** How many numbers there are, their sum with all digits, the smallest and the largest. */
export class NumberSummary {
  #count = 0
  #smallest: string | undefined
  #largest: string | undefined
  #minValue = Infinity
  #maxValue = -Infinity
  /** The sum of the numbers with `#scale` digits after the point that fit a double; the others are in `#sums`. */
  #scale = 0
  #units = 0
  readonly #sums = new Map<number, bigint>()
  #isSummable = true

  get count(): number {
    return this.#count
  }

  /** Takes the JSON number from `start` to `end`. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#count += 1
    if (readShortDecimal(bytes, start, end, short)) {
      if (short.scale !== this.#scale) {
        this.#putAway()
        this.#scale = short.scale
      }
      this.#units += short.units
      if (this.#units > exactHalf || this.#units < -exactHalf) this.#putAway()
      const value = short.units / 10 ** short.scale
      if (value > this.#minValue && value < this.#maxValue) return
      this.#order(utf8Text(bytes, start, end), value)
      return
    }
    const text = utf8Text(bytes, start, end)
    const decimal = parseDecimal(text)
    if (decimal === undefined) this.#isSummable = false
    else this.#sums.set(decimal.scale, (this.#sums.get(decimal.scale) ?? 0n) + decimal.units)
    this.#order(text, Number(text))
  }

  #order(text: string, value: number): void {
    if (this.#smallest === undefined || compareNumbers(text, this.#smallest) < 0) {
      this.#smallest = text
      this.#minValue = value
    }
    if (this.#largest === undefined || compareNumbers(text, this.#largest) > 0) {
      this.#largest = text
      this.#maxValue = value
    }
  }

  #putAway(): void {
    if (this.#units !== 0) this.#sums.set(this.#scale, (this.#sums.get(this.#scale) ?? 0n) + BigInt(this.#units))
    this.#units = 0
  }

  /** Adds what another one has measured. */
  merge(other: NumberSummary): void {
    other.#putAway()
    this.#count += other.#count
    for (const [scale, units] of other.#sums) this.#sums.set(scale, (this.#sums.get(scale) ?? 0n) + units)
    this.#isSummable &&= other.#isSummable
    if (other.#smallest !== undefined) this.#order(other.#smallest, other.#minValue)
    if (other.#largest !== undefined) this.#order(other.#largest, other.#maxValue)
  }

  /** As written; undefined if there is no number. */
  get smallest(): string | undefined {
    return this.#smallest
  }

  /** As written; undefined if there is no number. */
  get largest(): string | undefined {
    return this.#largest
  }

  /** Undefined if a number was too large or too small to calculate with. */
  sum(): Decimal | undefined {
    if (!this.#isSummable) return undefined
    this.#putAway()
    const scale = Math.max(0, ...this.#sums.keys())
    let units = 0n
    for (const [each, sum] of this.#sums) units += sum * 10n ** BigInt(scale - each)
    return { units, scale }
  }

  /** Undefined if there is no sum, or no number. */
  mean(): string | undefined {
    const sum = this.sum()
    if (sum === undefined || this.#count === 0) return undefined
    return decimalText(shareOf(sum, this.#count, sum.scale + meanDigits))
  }
}
