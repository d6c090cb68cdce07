import { Buffer } from 'node:buffer'
import { constants, crc32, deflateRawSync } from 'node:zlib'
// The library's file for Node declares `require`, which Clavis's built files do, too.
import { Zip, type ZipInputFile } from 'fflate/browser'
import { ClavisError } from '#shared/errors.ts'
import type { ByteSink } from './file-output.ts'

/** Characters that are gathered before they are compressed. */
const batchLength = 256 * 1024

/** Compression method of RFC 1951 in a ZIP file's directory. */
const deflate = 8

/** Beyond this many bytes a ZIP file needs another format, which is refused by many readers. */
const maxZipBytes = 0xffff_ffff

/** The directory at the end, bytes: more than a thousand parts need. */
const directoryBytes = 1024 * 1024

/**
 * A ZIP file that is written part by part with little memory. The library writes its structure; Node compresses, ten times
 * as fast as the library. Every part is compressed: some readers refuse an uncompressed one whose size follows it.
 */
export class ZipOutput {
  readonly #zip: Zip
  #part: ZipInputFile | undefined
  #gathered: string[] = []
  #gatheredLength = 0
  #written = 0

  /** @throws what `sink` throws, like all methods */
  constructor(sink: ByteSink) {
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error
      this.#written += bytes.length
      if (this.#written > maxZipBytes - directoryBytes) throw tooLarge()
      sink.write(bytes)
    })
  }

  /** Bytes that the open part has, uncompressed. */
  get partBytes(): number {
    return this.#part?.size ?? 0
  }

  /** Opens the next part; {@link write} adds to it. */
  open(filename: string): void {
    this.#part = { filename, compression: deflate, size: 0, crc: 0 }
    this.#zip.add(this.#part)
  }

  write(text: string): void {
    this.#gathered.push(text)
    this.#gatheredLength += text.length
    if (this.#gatheredLength >= batchLength) this.#compress(false)
  }

  close(): void {
    this.#compress(true)
  }

  /** Writes a whole part. */
  add(filename: string, text: string): void {
    this.open(filename)
    this.write(text)
    this.close()
  }

  end(): void {
    this.#zip.end()
  }

  /** Compresses what is gathered. Each batch ends at a byte, so that together they are one compressed stream. */
  #compress(isLast: boolean): void {
    const part = this.#part
    if (part === undefined) return
    const bytes = Buffer.from(this.#gathered.join(''))
    this.#gathered = []
    this.#gatheredLength = 0
    part.size += bytes.length
    part.crc = crc32(bytes, part.crc)
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    part.ondata?.(null, deflateRawSync(bytes, { level: constants.Z_BEST_SPEED, finishFlush }), isLast)
  }
}

function tooLarge(): ClavisError {
  return new ClavisError('input-invalid', 'The file would exceed 4 GiB, which no spreadsheet opens.', {
    hint: 'Export fewer records or columns, or choose CSV or Parquet.',
  })
}
