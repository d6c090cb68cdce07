import { Buffer } from 'node:buffer'

/** Bytes that are looked through in two halves at once. */
const stretch = 4096

/** Finds ASCII text in bytes, letter case aside, looking at as few of them as it can (Horspool’s way). */
export class AsciiSearch {
  readonly #lower: Uint8Array
  readonly #upper: Uint8Array
  /** For each byte, where the text’s last letter would meet it, how far the text can be moved on; 0: it is that letter. */
  readonly #moves = new Int32Array(256)
  /** How far it can be moved on from its last letter where the others do not stand before it. */
  readonly #moveFromLast: number

  /** @param text lower case */
  constructor(text: string) {
    this.#lower = Buffer.from(text)
    this.#upper = Buffer.from(text.toUpperCase())
    const last = text.length - 1
    this.#moves.fill(text.length)
    for (let at = 0; at < last; at += 1) {
      this.#moves[this.#lower[at] ?? 0] = last - at
      this.#moves[this.#upper[at] ?? 0] = last - at
    }
    this.#moveFromLast = this.#moves[this.#lower[last] ?? 0] ?? 1
    this.#moves[this.#lower[last] ?? 0] = 0
    this.#moves[this.#upper[last] ?? 0] = 0
  }

  get length(): number {
    return this.#lower.length
  }

  /** Where the text is found first from `from` on; `end` where nowhere before it. */
  find(bytes: Uint8Array, from: number, end: number): number {
    const moves = this.#moves
    const last = this.#lower.length - 1
    let first = from + last
    // Each move has to wait for the byte before it. Two places at once wait at the same time.
    while (first + stretch < end) {
      const middle = first + stretch / 2
      const limit = first + stretch
      let second = middle
      while (first < middle && second < limit) {
        const firstMove = moves[bytes[first] ?? 0] ?? 1
        const secondMove = moves[bytes[second] ?? 0] ?? 1
        if (firstMove === 0) {
          if (this.#endsAt(bytes, first)) return first - last
          first += this.#moveFromLast
        } else first += firstMove
        if (secondMove === 0) {
          if (this.#endsAt(bytes, second)) break
          second += this.#moveFromLast
        } else second += secondMove
      }
      first = this.#findUpTo(bytes, first, middle)
      if (first < middle) return first - last
      // What the first half ran over into has been looked at from the middle on.
      first = this.#findUpTo(bytes, second, limit)
      if (first < limit) return first - last
    }
    first = this.#findUpTo(bytes, first, end)
    return first < end ? first - last : end
  }

  /** Where the text’s last letter is found first from `at` on; `end` or beyond where nowhere before it. */
  #findUpTo(bytes: Uint8Array, at: number, end: number): number {
    const moves = this.#moves
    let place = at
    while (place < end) {
      const move = moves[bytes[place] ?? 0] ?? 1
      if (move === 0 && this.#endsAt(bytes, place)) return place
      place += move === 0 ? this.#moveFromLast : move
    }
    return place
  }

  /** Whether the text stands before this place, where its last letter is. */
  #endsAt(bytes: Uint8Array, at: number): boolean {
    const lower = this.#lower
    const upper = this.#upper
    let index = lower.length - 2
    let place = at - 1
    while (index >= 0 && (bytes[place] === lower[index] || bytes[place] === upper[index])) {
      index -= 1
      place -= 1
    }
    return index < 0
  }
}
