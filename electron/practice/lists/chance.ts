/** Returns a whole number below 2³² that looks random but is reproducible. */
export function mixed(index: number, salt: number): number {
  let value = Math.imul(index + salt * 7919 + 1, 0x9e37_79b1)
  value ^= value >>> 15
  value = Math.imul(value, 0x85eb_ca6b)
  return (value ^ (value >>> 13)) >>> 0
}

/** Returns a number from 0 to below 1 that looks random but is reproducible. */
export function share(index: number, salt: number): number {
  // Mixed twice: once leaves a pattern in neighboring numbers, which charts would show.
  return mixed(mixed(index, salt), salt + 1) / 2 ** 32
}

/** Returns the element with a number, starting over at the end. */
export function pick<T>(from: readonly [T, ...T[]], number: number): T {
  return from[number % from.length] ?? from[0]
}
