import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { activityEntrySchema, type ActivityEntry } from '../../shared/model/activity/activity.ts'
import type { ClavisError } from '../../shared/model/errors/error.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'

/** A line as it is kept: numbers are given anew when it is read. */
export type KeptActivity = Omit<ActivityEntry, 'id'>

interface Options {
  readonly folder: string
  readonly now: () => number
  /** Bytes of one of the two files; together they hold the 50 MB that are kept. */
  readonly fileLimit?: number
}

/** How long lines are kept, milliseconds: 30 days. */
const keptFor = 30 * 86_400_000

/** How long lines are gathered before they are written, milliseconds. */
const gathering = 500

/** Most lines that wait while they cannot be written. */
const mostWaiting = 10_000

const lineFeed = 0x0a

const keptSchema = activityEntrySchema.omit({ id: true })

/**
 * The activity on the disk: one line of JSON each in `activity.jsonl`, readable by its owner alone, and the file before
 * it. Windows and commands append to it at once. What is older than 30 days, and beyond 50 MB, goes.
 */
export class ActivityFile {
  readonly #folder: string
  readonly #file: string
  readonly #before: string
  readonly #now: () => number
  readonly #limit: number
  #waiting: string[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #hasPruned = false
  #failure: ClavisError | undefined

  constructor({ folder, now, fileLimit = 25_000_000 }: Options) {
    this.#folder = folder
    this.#file = join(folder, 'activity.jsonl')
    this.#before = join(folder, 'activity.before.jsonl')
    this.#now = now
    this.#limit = fileLimit
  }

  /** Why the last lines could not be kept; undefined where they were. */
  get failure(): ClavisError | undefined {
    return this.#failure
  }

  /** Keeps a line; it is written within half a second. */
  add({ id, ...kept }: ActivityEntry): void {
    this.#waiting.push(`${JSON.stringify(kept)}\n`)
    this.#timer ??= setTimeout(() => void this.flush(), gathering)
    this.#timer.unref()
  }

  /** Writes what was gathered. A failure is kept in {@link failure}: no exchange fails because of its line. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Every kept line, oldest first; what cannot be read is left out. @throws `disk-failed` */
  async *lines(): AsyncGenerator<KeptActivity> {
    await this.flush()
    const oldest = this.#now() - keptFor
    for (const file of [this.#before, this.#file])
      for await (const kept of readLines(file)) if (Date.parse(kept.at) >= oldest) yield kept
  }

  /** Removes everything. @throws `disk-failed` */
  async clear(): Promise<void> {
    this.#waiting = []
    await this.flush()
    try {
      await Promise.all([this.#before, this.#file].map((file) => rm(file, { force: true })))
    } catch (error) {
      throw diskFailure(error, this.#file, 'saved')
    }
  }

  async #write(): Promise<void> {
    const lines = this.#waiting
    this.#waiting = []
    if (lines.length === 0) return
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await this.#prune()
      if ((await sizeOf(this.#file)) > this.#limit) await rename(this.#file, this.#before)
      while (lines.length > 0) await this.#append(lines)
      this.#failure = undefined
    } catch (error) {
      // They wait for room, as many as are of use.
      this.#waiting = [...lines, ...this.#waiting].slice(-mostWaiting)
      this.#failure = diskFailure(error, this.#file, 'saved')
    }
  }

  /** Appends lines, and takes away from them what is whole on the disk, which may have room for some only. */
  async #append(lines: string[]): Promise<void> {
    const file = await open(this.#file, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
      // Half a line, which a full disk or a crash has left, takes none with it.
      if (bytesRead === 1 && buffer[0] !== lineFeed) await file.write('\n')
      const content = Buffer.from(lines.join(''))
      const { bytesWritten } = await file.write(content)
      lines.splice(0, bytesWritten === content.length ? lines.length : lineEndsIn(content.subarray(0, bytesWritten)))
    } finally {
      await file.close()
    }
  }

  /** Once in a process's life: lines that are too old go. */
  async #prune(): Promise<void> {
    if (this.#hasPruned) return
    this.#hasPruned = true
    const oldest = this.#now() - keptFor
    for (const file of [this.#before, this.#file]) {
      const kept: KeptActivity[] = []
      let dropped = 0
      for await (const line of readLines(file)) {
        if (Date.parse(line.at) >= oldest) kept.push(line)
        else dropped += 1
      }
      if (dropped === 0) continue
      if (kept.length === 0) await rm(file, { force: true })
      else await writeFileAtomically(file, kept.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
  }
}

async function* readLines(file: string): AsyncGenerator<KeptActivity> {
  if ((await sizeOf(file)) === 0) return
  const input = createReadStream(file, 'utf8')
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const kept = keptSchema.safeParse(parsed(line))
      if (kept.success) yield kept.data
    }
  } catch (error) {
    throw diskFailure(error, file, 'read')
  } finally {
    input.destroy()
  }
}

function lineEndsIn(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0)
}

/** A line's value; undefined where it was cut by a crash in the middle of writing. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0
    throw diskFailure(error, file, 'read')
  }
}
