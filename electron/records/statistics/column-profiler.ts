import { Buffer } from 'node:buffer'
import type { ColumnProfile, Histogram, Quantiles, ValueCount } from '#shared/lists/list-analysis.ts'
import type { Cell } from '#shared/lists/list.ts'
import { cellOf, maxCellLength } from '../columns/cell-reader.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { decodeString } from '../json/json-string.ts'
import { grown } from '../storage/byte-spans.ts'
import { datetimeKey, instantKey, type Instant } from '../values/instant.ts'
import { decimalText } from './decimal.ts'
import { full, DistinctCounter, type CounterLimits } from './distinct-counter.ts'
import { NumberBins } from './number-bins.ts'
import { NumberSummary } from './number-summary.ts'
import { quantilesOf } from './quantiles.ts'
import { boundText, TimeBuckets } from './time-buckets.ts'
import type { ValueReader } from './value-reader.ts'

/** Maximum number of most frequent values. */
const maxTopValues = 20
/** Maximum number of time buckets of a histogram. */
const maxTimeBars = 40
/** Bytes of a text that determine its alphabetical position. */
const maxOrderedLength = 2000

/** The alphabetically first or last text so far. */
interface Extreme {
  readonly text: string
  readonly value: Cell
}

/** The earliest or latest date so far. */
interface ExtremeDate {
  readonly ms: number
  readonly text: string
}

interface Options {
  readonly timeZone: string
  /** The order of text in the person's language. */
  readonly collator: Intl.Collator
  readonly limits: CounterLimits
  /** May be shared with others that read one value after the other. */
  readonly reader: ValueReader
}

/** Collects the statistics of one column, value by value. */
export class ColumnProfiler {
  readonly #path: string
  readonly #collator: Intl.Collator
  readonly #reader: ValueReader
  readonly #tally: DistinctCounter
  readonly #numbers = new NumberSummary()
  readonly #numberBins = new NumberBins()
  /** By the numbers of the distinct values; NaN for one that is none. */
  #doubles = new Float64Array(32)
  #hasCutNumbers = false
  readonly #times: TimeBuckets<{ records: number }>
  /** Number of texts by length in characters. */
  readonly #lengths = new Map<number, number>()
  #absent = 0
  #nulls = 0
  #emptyTexts = 0
  #timeCount = 0
  #textCount = 0
  #yes = 0
  #no = 0
  #lists = 0
  #objects = 0
  #earliest: ExtremeDate | undefined
  #latest: ExtremeDate | undefined
  #first: Extreme | undefined
  #last: Extreme | undefined

  /** @throws `input-invalid` for an unknown time zone */
  constructor(path: string, { timeZone, collator, limits, reader }: Options) {
    this.#collator = collator
    this.#path = path
    this.#reader = reader
    this.#tally = new DistinctCounter(limits)
    this.#times = new TimeBuckets(timeZone, {
      make: () => ({ records: 0 }),
      merge: (into, from) => {
        into.records += from.records
      },
    })
  }

  /** Adds a record's value; undefined if it has none. */
  add(bytes: Uint8Array, span: ValueSpan | undefined): void {
    if (span === undefined) {
      this.#absent += 1
      return
    }
    const { start, end } = span
    switch (this.#reader.readKind(bytes, start, end)) {
      case 'null':
        this.#nulls += 1
        return
      case 'empty-text':
        this.#emptyTexts += 1
        return
      case 'number':
        this.#addNumber(this.#reader)
        break
      case 'datetime':
        this.#addTime(bytes, start, end)
        break
      case 'text':
        this.#addText(bytes, start, end)
        break
      case 'boolean':
        if (bytes[start] === byte.lowerT) this.#yes += 1
        else this.#no += 1
        break
      case 'list':
        this.#lists += 1
        break
      case 'object':
        this.#objects += 1
    }
    this.#reader.readKey(bytes, start, end)
    const known = this.#tally.size
    const isNew = this.#tally.add(this.#reader, bytes, start, end) === full || this.#tally.size > known
    if (isNew && this.#reader.kind === 'text') this.#orderText(bytes, start, end)
    if (this.#tally.size > known) this.#keepDouble(known, this.#reader)
  }

  #addNumber({ numberBytes, numberStart, numberEnd }: ValueReader): void {
    this.#numbers.add(numberBytes, numberStart, numberEnd)
    this.#numberBins.add(numberBytes, numberStart, numberEnd)
  }

  #keepDouble(number: number, { kind, numberBytes, numberStart, numberEnd }: ValueReader): void {
    if (kind === 'number' && numberEnd - numberStart > maxCellLength - 2) this.#hasCutNumbers = true
    if (number >= this.#doubles.length) this.#doubles = grown(this.#doubles, number * 2)
    this.#doubles[number] =
      kind === 'number'
        ? Number(Buffer.from(numberBytes.subarray(numberStart, numberEnd)).toString('latin1'))
        : Number.NaN
  }

  #addTime(bytes: Uint8Array, start: number, end: number): void {
    const { instant } = this.#reader
    this.#timeCount += 1
    this.#times.at(instant).records += 1
    const isFirst = this.#earliest === undefined || distance(instant, this.#earliest) < 0
    const isLast = this.#latest === undefined || distance(instant, this.#latest) > 0
    if (!isFirst && !isLast) return
    const date = { ms: instant.ms, text: decodeString(bytes, start, end) }
    if (isFirst) this.#earliest = date
    if (isLast) this.#latest = date
  }

  #addText(bytes: Uint8Array, start: number, end: number): void {
    this.#textCount += 1
    const length = characters(bytes, start + 1, end - 1)
    this.#lengths.set(length, (this.#lengths.get(length) ?? 0) + 1)
  }

  /** Sees whether a text is the first or the last by the alphabet. */
  #orderText(bytes: Uint8Array, start: number, end: number): void {
    // Cut before it is decoded: the start of a long text determines its position.
    const text = decodeString(bytes, start, Math.min(end, start + maxOrderedLength))
    if (this.#first === undefined || this.#collator.compare(text, this.#first.text) < 0)
      this.#first = { text, value: cellOf(bytes, start, end) }
    if (this.#last === undefined || this.#collator.compare(text, this.#last.text) > 0)
      this.#last = { text, value: cellOf(bytes, start, end) }
  }

  /** What was learnt. */
  profile(): ColumnProfile {
    const numbers = this.#numbers
    const { smallest, largest } = numbers
    const sum = smallest === undefined ? undefined : numbers.sum()
    const mean = numbers.mean()
    const histogram = this.#histogram()
    return {
      path: this.#path,
      filled: numbers.count + this.#timeCount + this.#textCount + this.#yes + this.#no + this.#lists + this.#objects,
      absent: this.#absent,
      nulls: this.#nulls,
      emptyTexts: this.#emptyTexts,
      distinct: { count: this.#tally.size, exact: !this.#tally.isFull },
      commonest: this.#commonest(),
      ...(smallest === undefined || largest === undefined
        ? {}
        : {
            numbers: {
              records: numbers.count,
              smallest,
              largest,
              ...(sum === undefined ? {} : { sum: decimalText(sum) }),
              ...(mean === undefined ? {} : { mean }),
              ...this.#quantiles(),
            },
          }),
      ...(this.#earliest === undefined || this.#latest === undefined
        ? {}
        : { times: { records: this.#timeCount, earliest: this.#earliest.text, latest: this.#latest.text } }),
      ...(this.#first === undefined || this.#last === undefined
        ? {}
        : {
            texts: {
              records: this.#textCount,
              first: this.#first.value,
              last: this.#last.value,
              shortest: this.#lengthsFrom(Math.min),
              longest: this.#lengthsFrom(Math.max),
            },
          }),
      ...(this.#yes + this.#no === 0 ? {} : { booleans: { yes: this.#yes, no: this.#no } }),
      lists: this.#lists,
      objects: this.#objects,
      ...(histogram === undefined ? {} : { histogram }),
    }
  }

  /** Returns nothing if not all values are known with all digits, or one can't be calculated. */
  #quantiles(): { readonly quantiles?: Quantiles } {
    const doubles = this.#doubles.subarray(0, this.#tally.size)
    if (this.#tally.isFull || this.#hasCutNumbers) return {}
    const counted = {
      doubles,
      count: (number: number) => this.#tally.count(number),
      text: (number: number) => this.#tally.cell(number).text,
    }
    const [p5, p25, median, p75, p95] = quantilesOf(counted, this.#numbers.count, [5, 25, 50, 75, 95])
    if (!p5 || !p25 || !median || !p75 || !p95) return {}
    return { quantiles: { p5, p25, median, p75, p95 } }
  }

  #lengthsFrom(choose: (one: number, other: number) => number): number {
    return [...this.#lengths.keys()].reduce((one, other) => choose(one, other))
  }

  #lengthBins(): NumberBins {
    const bins = new NumberBins()
    for (const [length, records] of this.#lengths) {
      const text = Buffer.from(String(length))
      bins.add(text, 0, text.length, records)
    }
    return bins
  }

  #commonest(): ValueCount[] {
    return this.#tally
      .commonest(maxTopValues)
      .map((number) => ({ value: this.#tally.cell(number), records: this.#tally.count(number) }))
  }

  #histogram(): Histogram | undefined {
    const most = Math.max(this.#timeCount, this.#numbers.count, this.#textCount)
    if (most === 0) return undefined
    if (most === this.#timeCount) {
      const result = this.#times.result('automatic', maxTimeBars)
      return (
        result && {
          kind: 'times',
          unit: result.unit,
          clock: result.clock,
          bars: result.buckets.map(({ start, end, value }) => ({
            from: boundText(start, result.clock, result.unit),
            to: boundText(end, result.clock, result.unit),
            records: value?.records ?? 0,
          })),
        }
      )
    }
    const { single, bars } = (most === this.#numbers.count ? this.#numberBins : this.#lengthBins()).bars()
    if (bars.length === 0) return undefined
    return { kind: most === this.#numbers.count ? 'numbers' : 'lengths', single, bars: [...bars] }
  }
}

/** Below 0 if an instant is earlier than a date, above 0 if it is later. */
function distance(instant: Instant, { ms, text }: ExtremeDate): number {
  if (instant.ms !== ms) return instant.ms - ms
  const [key, other] = [instantKey(instant), datetimeKey(text) ?? '']
  return key < other ? -1 : key > other ? 1 : 0
}

/** The number of Unicode code points of a JSON string's inside. */
function characters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) {
    const value = bytes[at] ?? 0
    if (value === byte.backslash) return Array.from(decodeString(bytes, start - 1, end + 1)).length
    // Bytes that continue a character start with the bits 10.
    if ((value & 0xc0) !== 0x80) count += 1
  }
  return count
}
