import type { Measure, Measured } from '#shared/lists/list-analysis.ts'
import { decimalText, parseDecimal } from './decimal.ts'
import { NumberSummary } from './number-summary.ts'

/** Measures one group of records. */
export class Aggregate {
  #records = 0
  #numbers: NumberSummary | undefined

  get records(): number {
    return this.#records
  }

  /** Adds a record; if numbers are measured, its number is between `start` and `end`, if it has one. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#records += 1
    if (end > start) (this.#numbers ??= new NumberSummary()).add(bytes, start, end)
  }

  /** Adds what another one has measured. */
  merge(other: Aggregate): void {
    this.#records += other.#records
    if (other.#numbers !== undefined) (this.#numbers ??= new NumberSummary()).merge(other.#numbers)
  }

  measured(kind: Measure['kind']): Measured {
    return { value: this.#value(kind) ?? null, records: this.#records }
  }

  #value(kind: Measure['kind']): string | undefined {
    const numbers = this.#numbers
    switch (kind) {
      case 'count':
        return String(this.#records)
      case 'sum': {
        const sum = numbers === undefined ? { units: 0n, scale: 0 } : numbers.sum()
        return sum && decimalText(sum)
      }
      case 'mean':
        return numbers?.mean()
      case 'smallest':
        return plain(numbers?.smallest)
      case 'largest':
        return plain(numbers?.largest)
    }
  }
}

/** Returns a JSON number without exponent; undefined if that would be too long to read. */
function plain(text: string | undefined): string | undefined {
  const decimal = text === undefined ? undefined : parseDecimal(text)
  return decimal && decimalText(decimal)
}
