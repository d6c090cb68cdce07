import { Buffer } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'

const lineFeed = 0x0a

/** Bytes read at once. */
const chunkSize = 1024 * 1024

/** Counts the lines of a file of records; undefined if its last line has no end. */
export async function countLines(file: FileHandle): Promise<number | undefined> {
  const chunk = Buffer.allocUnsafe(chunkSize)
  let lines = 0
  let last = lineFeed
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunkSize, position)
    if (bytesRead === 0) return last === lineFeed ? lines : undefined
    const part = chunk.subarray(0, bytesRead)
    for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, at + 1)) lines += 1
    last = part.at(-1) ?? lineFeed
    position += bytesRead
  }
}

/** Returns whether a position of a file is at the start of a line. */
export async function isLineStart(file: FileHandle, position: number): Promise<boolean> {
  if (position === 0) return true
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, position - 1)
  return bytesRead === 1 && buffer[0] === lineFeed
}
