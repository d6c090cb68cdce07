import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { JobControl } from '../job-control.ts'
import { byte } from '../json-bytes.ts'
import type { RecordScan, ValueSpan } from '../record-scan.ts'
import { meaningOf } from './same-value.ts'

/** Words of 32 bits of a key and of a content. */
export const keyWords = 4
export const contentWords = 2

/** Records by the hashes of their identifiers and of their bytes: enough to find what two readings have in common. */
export interface RecordDigest {
  /** {@link keyWords} for each record. */
  readonly keys: Uint32Array<ArrayBuffer>
  /** {@link contentWords} for each record. */
  readonly contents: Uint32Array<ArrayBuffer>
  readonly positions: Uint32Array<ArrayBuffer>
  /** How many records have no identifier. */
  readonly withoutId: number
}

/** Which of equal parts of all possible keys is looked at, so that memory has a bound. */
export interface DigestPart {
  readonly part: number
  readonly parts: number
}

/** Records between two tellings of progress. */
const toldEvery = 5000

/** Digests the records whose identifier is the value at a path. */
export async function digestRecords(
  records: RecordScan & { readonly records: number },
  idPath: string,
  { part, parts }: DigestPart,
  { signal, onProgress }: JobControl,
): Promise<RecordDigest> {
  const total = records.records
  const keys = new Words(keyWords)
  const contents = new Words(contentWords)
  const positions = new Words(1)
  let withoutId = 0
  let done = 0
  await records.scan(
    { search: '', filters: [], sort: [] },
    [idPath],
    (position, bytes, [span]) => {
      done += 1
      if (done % toldEvery === 0) onProgress(done, total)
      if (span === undefined || bytes[span.start] === byte.lowerN) {
        if (part === 0) withoutId += 1
        return
      }
      const key = hash('sha1', keyBytes(bytes, span), 'buffer')
      if (key.readUInt32LE(16) % parts !== part) return
      keys.add(key)
      contents.add(hash('sha1', bytes, 'buffer'))
      positions.addWord(position)
    },
    signal,
  )
  return { keys: keys.taken(), contents: contents.taken(), positions: positions.taken(), withoutId }
}

/** The bytes that equal identifiers share. */
function keyBytes(bytes: Uint8Array, span: ValueSpan): Uint8Array {
  const value = bytes.subarray(span.start, span.end)
  const isPlainText = bytes[span.start] === byte.quote && !value.includes(byte.backslash)
  return isPlainText ? value : Buffer.from(meaningOf(bytes, span))
}

/** Words that grow in number. */
class Words {
  readonly #size: number
  #words: Uint32Array<ArrayBuffer>
  #length = 0

  constructor(size: number) {
    this.#size = size
    this.#words = new Uint32Array(size * 1024)
  }

  /** Adds the first words of a hash. */
  add(digest: Buffer): void {
    this.#grow()
    for (let word = 0; word < this.#size; word += 1) this.#words[this.#length + word] = digest.readUInt32LE(word * 4)
    this.#length += this.#size
  }

  addWord(word: number): void {
    this.#grow()
    this.#words[this.#length] = word
    this.#length += 1
  }

  taken(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#length)
  }

  #grow(): void {
    if (this.#length + this.#size <= this.#words.length) return
    const grown = new Uint32Array(this.#words.length * 2)
    grown.set(this.#words)
    this.#words = grown
  }
}
