/** An exact decimal number: `units` × 10^-`scale`. `scale` may be negative. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Maximum decimal exponent of numbers that are calculated with: a larger one could fill the memory with zeros. */
export const maxDigits = 4000

/** Parses a JSON number with all digits; undefined if it is too large or too small to calculate with. */
export function parseDecimal(text: string): Decimal | undefined {
  const [mantissa = '', power = '0'] = text.split(/[eE]/u)
  const point = mantissa.indexOf('.')
  const fraction = point < 0 ? '' : mantissa.slice(point + 1)
  const scale = fraction.length - Number(power)
  if (!(Math.abs(scale) <= maxDigits) || mantissa.length > maxDigits) return undefined
  return { units: BigInt(point < 0 ? mantissa : mantissa.slice(0, point) + fraction), scale }
}

/** The larger part of `units` / 10^`digits`, rounded towards minus infinity; for negative `digits` the product. */
export function floorShift(units: bigint, digits: number): bigint {
  if (digits <= 0) return units * 10n ** BigInt(-digits)
  const divisor = 10n ** BigInt(digits)
  const quotient = units / divisor
  return units < 0n && quotient * divisor !== units ? quotient - 1n : quotient
}

/** `units` × 10^-`scale` as plain text without needless zeros. */
export function decimalText({ units, scale }: Decimal): string {
  if (scale <= 0) return String(units * 10n ** BigInt(-scale))
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/u, '')
  const text = fraction === '' ? digits.slice(0, -scale) : `${digits.slice(0, -scale)}.${fraction}`
  return units < 0n ? `-${text}` : text
}

/** A sum's share of each of `count`, to `scale` digits after the point, half away from zero. */
export function shareOf(sum: Decimal, count: number, scale: number): Decimal {
  const shift = scale - sum.scale
  const numerator = shift >= 0 ? sum.units * 10n ** BigInt(shift) : sum.units
  const divisor = (shift >= 0 ? 1n : 10n ** BigInt(-shift)) * BigInt(count)
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return { units: numerator < 0n ? -rounded : rounded, scale }
}
