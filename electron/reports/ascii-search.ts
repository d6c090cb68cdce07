import { Buffer } from 'node:buffer'

/** Finds ASCII text in bytes, letter case aside, looking at as few of them as it can (Horspool’s way). */
export class AsciiSearch {
  readonly #lower: Uint8Array
  readonly #upper: Uint8Array
  /** For each byte, where the text’s last letter would meet it, how far the text can be moved on. */
  readonly #moves = new Int32Array(256)

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
  }

  get length(): number {
    return this.#lower.length
  }

  /** Where the text is found first from `from` on; `end` where nowhere before it. */
  find(bytes: Uint8Array, from: number, end: number): number {
    const lower = this.#lower
    const upper = this.#upper
    const moves = this.#moves
    const last = lower.length - 1
    const lastLower = lower[last]
    const lastUpper = upper[last]
    let at = from + last
    while (at < end) {
      const value = bytes[at] ?? 0
      if (value === lastLower || value === lastUpper) {
        let index = last - 1
        let place = at - 1
        while (index >= 0 && (bytes[place] === lower[index] || bytes[place] === upper[index])) {
          index -= 1
          place -= 1
        }
        if (index < 0) return place + 1
      }
      at += moves[value] ?? 1
    }
    return end
  }
}
