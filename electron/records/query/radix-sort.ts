/** Values in order, and where a greater one starts. */
export interface Sorted {
  readonly order: Uint32Array
  /** For each place whether its value is greater than the one before. */
  readonly isGreater: Uint8Array
}

/**
 * Sorts `order`, numbers of values, by a double for each. −0 sorts before 0.
 * @param keys the double for each index in `order`; NaN is not allowed
 */
export function sortByDouble(order: Uint32Array, keys: Float64Array): void {
  const words = new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2)
  // Turned so that the bits, read as whole numbers, have the order of the doubles.
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] ?? 0
    if (high >>> 31 === 1) {
      words[at] = ~(words[at] ?? 0)
      words[at + 1] = ~high
    } else words[at + 1] = high | 0x80000000
  }
  sortByWords(order, words)
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] ?? 0
    if (high >>> 31 === 0) {
      words[at] = ~(words[at] ?? 0)
      words[at + 1] = ~high
    } else words[at + 1] = high & 0x7fffffff
  }
}

const digitBits = 11
const digitSize = 1 << digitBits

/**
 * Sorts `order` by a 64-bit integer for each: `words` contains the lower halves, then the upper ones, and is sorted
 * along. The sort is stable.
 */
export function sortByWords(order: Uint32Array, words: Uint32Array): void {
  const { length } = order
  if (length < 2) return
  let fromOrder = order
  let fromWords = words
  let toOrder = new Uint32Array(length)
  let toWords = new Uint32Array(length * 2)
  const counts = new Uint32Array(digitSize)
  for (const [half, shift] of [
    [0, 0],
    [0, 11],
    [0, 22],
    [1, 0],
    [1, 11],
    [1, 22],
  ] as const) {
    counts.fill(0)
    for (let at = half; at < length * 2; at += 2) {
      const digit = ((fromWords[at] ?? 0) >>> shift) & (digitSize - 1)
      counts[digit] = (counts[digit] ?? 0) + 1
    }
    const one = ((fromWords[half] ?? 0) >>> shift) & (digitSize - 1)
    // All alike in this digit: nothing moves.
    if (counts[one] === length) continue
    toPlaces(counts)
    for (let at = 0; at < length; at += 1) {
      const digit = ((fromWords[at * 2 + half] ?? 0) >>> shift) & (digitSize - 1)
      const place = counts[digit] ?? 0
      counts[digit] = place + 1
      toOrder[place] = fromOrder[at] ?? 0
      toWords[place * 2] = fromWords[at * 2] ?? 0
      toWords[place * 2 + 1] = fromWords[at * 2 + 1] ?? 0
    }
    ;[fromOrder, toOrder] = [toOrder, fromOrder as Uint32Array<ArrayBuffer>]
    ;[fromWords, toWords] = [toWords, fromWords as Uint32Array<ArrayBuffer>]
  }
  if (fromOrder !== order) {
    order.set(fromOrder)
    words.set(fromWords)
  }
}

/** Turns the number of each digit into the position of the first. */
function toPlaces(counts: Uint32Array): void {
  let sum = 0
  for (let digit = 0; digit < digitSize; digit += 1) {
    const count = counts[digit] ?? 0
    counts[digit] = sum
    sum += count
  }
}

/**
 * Sorts positions by the rank of their values; the sort is stable.
 * @param ids for each position the number of its value
 * @param ranks for each value its rank; 0 comes last in both directions
 */
export function sortByRank(
  positions: Uint32Array<ArrayBuffer>,
  ids: Uint32Array,
  ranks: Uint32Array,
  highest: number,
  direction: 'ascending' | 'descending',
): Uint32Array<ArrayBuffer> {
  const { length } = positions
  const keys = new Uint32Array(ranks.length)
  for (let id = 0; id < ranks.length; id += 1) {
    const rank = ranks[id] ?? 0
    keys[id] = rank === 0 ? highest : direction === 'ascending' ? rank - 1 : highest - rank
  }
  let from = positions
  let to = new Uint32Array(length)
  const counts = new Uint32Array(digitSize)
  for (let shift = 0; shift < 32 && highest >>> shift > 0; shift += digitBits) {
    counts.fill(0)
    for (let at = 0; at < length; at += 1) {
      const digit = ((keys[ids[from[at] ?? 0] ?? 0] ?? 0) >>> shift) & (digitSize - 1)
      counts[digit] = (counts[digit] ?? 0) + 1
    }
    toPlaces(counts)
    for (let at = 0; at < length; at += 1) {
      const position = from[at] ?? 0
      const digit = ((keys[ids[position] ?? 0] ?? 0) >>> shift) & (digitSize - 1)
      const place = counts[digit] ?? 0
      counts[digit] = place + 1
      to[place] = position
    }
    ;[from, to] = [to, from]
  }
  return from
}
