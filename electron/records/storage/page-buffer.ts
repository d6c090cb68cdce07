/** Memory that pages are read into one after the other. */
export class PageBuffer {
  #bytes = new Uint8Array(0)

  /** Returns the first `size` bytes, which start at a multiple of 4. What was there before is overwritten. */
  take(size: number): Uint8Array<ArrayBuffer> {
    if (size > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil((size * 1.25) / 4096) * 4096)
    return this.#bytes.subarray(0, size)
  }
}
