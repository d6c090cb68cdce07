import { tickStep } from 'd3-array'
import { utf8Text } from '../json/json-string.ts'
import { readShortDecimal, type ShortDecimal } from '../values/short-decimal.ts'
import { decimalText, floorShift, parseDecimal } from './decimal.ts'

/** A bar of a histogram of numbers: from `from` up to and without `to`, as decimal texts. */
export interface NumberBar {
  readonly from: string
  readonly to: string
  readonly records: number
}

/** Bins are joined ten by ten when there are more than this. */
const maxBins = 8192
/** Numbers that are collected before the width of the first bins is chosen. */
const firstNumbers = 2048
/** Maximum number of bars of a histogram; one more if the numbers don't start at a bound. */
const maxBars = 20
/** Digits of an integer that a double always represents exactly. */
const exactDigits = 15

const short: ShortDecimal = { units: 0, scale: 0 }

/**
 * Collects numbers in bins whose width is a power of ten, joins them as the range grows, and finally turns them into
 * bars with readable bounds. The bin of a number is calculated exactly.
 */
export class NumberBins {
  /** Bins are 10^`#power` wide; the n-th starts at n × 10^`#power`. A bin number beyond 2^53 is a bigint. */
  readonly #bins = new Map<number | bigint, number>()
  #power: number | undefined
  #first: { readonly bytes: Uint8Array; readonly records: number }[] = []
  #count = 0
  #hasFraction = false

  /** Takes the JSON number from `start` to `end`, which `records` records have. Those too large or too small to calculate with are left out. */
  add(bytes: Uint8Array, start: number, end: number, records = 1): void {
    if (this.#power === undefined) {
      this.#first.push({ bytes: bytes.slice(start, end), records })
      if (this.#first.length >= firstNumbers) this.#choosePower()
      return
    }
    this.#addToBin(bytes, start, end, this.#power, records)
  }

  #choosePower(): void {
    let least = Infinity
    let most = -Infinity
    for (const { bytes } of this.#first) {
      const value = Number(utf8Text(bytes))
      if (!Number.isFinite(value)) continue
      least = Math.min(least, value)
      most = Math.max(most, value)
    }
    const range = most > least ? most - least : Math.max(Math.abs(most), 1)
    // A hundredth of a bar's width, so that the bars still have readable bounds when the range grows.
    const power = Number.isFinite(range) ? Math.floor(Math.log10(range / maxBars)) - 2 : 300
    this.#power = power
    for (const { bytes, records } of this.#first) this.#addToBin(bytes, 0, bytes.length, power, records)
    this.#first = []
  }

  #addToBin(bytes: Uint8Array, start: number, end: number, power: number, records: number): void {
    const bin = this.#binOf(bytes, start, end, power)
    if (bin === undefined) return
    this.#count += records
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + records)
    if (this.#bins.size > maxBins) this.#join()
  }

  #binOf(bytes: Uint8Array, start: number, end: number, power: number): number | bigint | undefined {
    if (readShortDecimal(bytes, start, end, short)) {
      const { units, scale } = short
      if (scale > 0 && units % 10 ** scale !== 0) this.#hasFraction = true
      const shift = power + scale
      if (shift >= 0 && shift <= 22) return Math.floor(units / 10 ** shift) + 0
      if (shift < 0 && shift >= -22) {
        const bin = units * 10 ** -shift
        if (Number.isSafeInteger(bin)) return bin + 0
      }
      return asNumber(floorShift(BigInt(units), shift))
    }
    const text = utf8Text(bytes, start, end)
    const decimal = parseDecimal(text)
    // Numbers beyond doubles would leave all others in one bar.
    if (decimal === undefined || !Number.isFinite(Number(text))) return undefined
    if (decimal.scale > 0 && decimal.units % 10n ** BigInt(decimal.scale) !== 0n) this.#hasFraction = true
    return asNumber(floorShift(decimal.units, power + decimal.scale))
  }

  #join(): void {
    const bins = [...this.#bins]
    this.#bins.clear()
    this.#power = (this.#power ?? 0) + 1
    for (const [bin, records] of bins) {
      const joined = typeof bin === 'number' ? Math.floor(bin / 10) + 0 : asNumber(floorShift(bin, 1))
      this.#bins.set(joined, (this.#bins.get(joined) ?? 0) + records)
    }
  }

  /**
   * Returns the bars from the first to the last number; `single`: each contains one integer. None if there is no
   * number.
   */
  bars(): { readonly single: boolean; readonly bars: readonly NumberBar[] } {
    if (this.#power === undefined) this.#choosePower()
    const power = this.#power ?? 0
    if (this.#count === 0) return { single: false, bars: [] }
    const bins = [...this.#bins].map(([bin, records]): [bigint, number] => [BigInt(bin), records])
    const first = bins.reduce((least, [bin]) => (bin < least ? bin : least), bins[0]?.[0] ?? 0n)
    const last = bins.reduce((most, [bin]) => (bin > most ? bin : most), first)
    const step = this.#stepFor(last - first + 1n, power)
    const width = BigInt(step.factor) * 10n ** BigInt(step.power - power)
    const counts = new Map<bigint, number>()
    for (const [bin, records] of bins) {
      const bar = floorDivide(bin, width)
      counts.set(bar, (counts.get(bar) ?? 0) + records)
    }
    const bound = (bar: bigint): string => decimalText({ units: bar * BigInt(step.factor), scale: -step.power })
    const bars: NumberBar[] = []
    for (let bar = floorDivide(first, width); bar <= floorDivide(last, width); bar += 1n)
      bars.push({ from: bound(bar), to: bound(bar + 1n), records: counts.get(bar) ?? 0 })
    return { single: !this.#hasFraction && step.factor === 1 && step.power === 0, bars }
  }

  /** The width of a bar, never finer than a bin, and for whole numbers never below 1. */
  #stepFor(bins: bigint, power: number): { readonly factor: number; readonly power: number } {
    const further = Math.max(0, String(bins).length - exactDigits)
    const step = Math.max(1, stepWithin(Number(bins / 10n ** BigInt(further))))
    const [factor = 1, stepPower = 0] = step.toExponential().split('e').map(Number)
    const wanted = { factor, power: stepPower + further + power }
    return this.#hasFraction || wanted.power >= 0 ? wanted : { factor: 1, power: 0 }
  }
}

/** Returns the smallest readable step that needs at most this many bars: d3 may use half as many again. */
function stepWithin(range: number): number {
  let asked = maxBars
  while (tickStep(0, range, asked) * maxBars < range) asked -= 1
  return tickStep(0, range, asked)
}

function asNumber(bin: bigint): number | bigint {
  return bin >= -9_007_199_254_740_991n && bin <= 9_007_199_254_740_991n ? Number(bin) : bin
}

function floorDivide(bin: bigint, width: bigint): bigint {
  const quotient = bin / width
  return bin < 0n && quotient * width !== bin ? quotient - 1n : quotient
}
