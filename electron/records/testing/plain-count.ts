import { decodeEscapes } from '../json/json-string.ts'
import { plainDatetimeKey } from './plain-datetime.ts'

// The analyses in slow and simple code: the model that their tests compare with.

/** A number as a fraction of whole numbers in lowest terms of ten: the same text for the same number. */
export function plainNumber(text: string): { readonly units: bigint; readonly scale: number } {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  let units = BigInt(whole + fraction)
  let scale = fraction.length - Number(power)
  if (units === 0n) return { units, scale: 0 }
  while (units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return { units, scale }
}

/** What a filter takes for one value. @param json its JSON text */
export function plainKey(json: string): string {
  if (json.startsWith('[') || json.startsWith('{')) return `json ${json}`
  const text = json.startsWith('"') ? decodeEscapes(json.slice(1, -1)) : json
  const date = json.startsWith('"') ? plainDatetimeKey(text) : undefined
  if (date !== undefined) return `date ${date}`
  if (/^[-\d]/u.test(json)) {
    const { units, scale } = plainNumber(text)
    return `number ${units} ${scale}`
  }
  return `text ${text.toLowerCase().replaceAll('ς', 'σ')}`
}

/** Returns whether a value counts as one; undefined: the record has none. */
export function isFilled(json: string | undefined): json is string {
  return json !== undefined && json !== 'null' && json !== '""'
}
