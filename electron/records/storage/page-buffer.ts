/** Memory that pages are read into one after the other. */
export interface PageMemory {
  /** The first `size` bytes, from a multiple of 4 on. What was there before is overwritten. */
  readonly take: (size: number) => Uint8Array<ArrayBuffer>
}

/** Memory of the program's own. */
export class PageBuffer implements PageMemory {
  #bytes = new Uint8Array(0)

  take(size: number): Uint8Array<ArrayBuffer> {
    if (size > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil((size * 1.25) / 4096) * 4096)
    return this.#bytes.subarray(0, size)
  }
}
