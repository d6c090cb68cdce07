import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { activityEntrySchema, type ActivityEntry } from '../../shared/model/activity/activity.ts'
import type { ClavisError } from '../../shared/model/errors/error.ts'
import { writeFileAtomically } from '../files/writing/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { parsedJson } from '../../shared/model/values/json.ts'

/** An entry as it is stored: ids are assigned when it is read. */
export type KeptActivity = Omit<ActivityEntry, 'id'>

interface Options {
  readonly folder: string
  readonly now: () => number
  /** Maximum size in bytes of each of the two files, which together hold 50 MB. */
  readonly fileLimit?: number
}

/** How long entries are kept, milliseconds: 30 days. */
const keptFor = 30 * 86_400_000

/** How long entries are collected before they are written, milliseconds. */
const collectMs = 500

/** Maximum number of entries that wait while they can't be written. */
const maxWaiting = 10_000

const lineFeed = 0x0a

const keptSchema = activityEntrySchema.omit({ id: true })

/**
 * Stores the activity on disk: one line of JSON per entry in `activity.jsonl`, readable only by its owner, and the file
 * before it. The window and commands append to it at the same time. Entries older than 30 days, or beyond 50 MB, are
 * removed.
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

  /** Why the last entries could not be written; undefined if they were. */
  get failure(): ClavisError | undefined {
    return this.#failure
  }

  /** Adds an entry, which is written within half a second. */
  add({ id, ...kept }: ActivityEntry): void {
    this.#waiting.push(`${JSON.stringify(kept)}\n`)
    this.#timer ??= setTimeout(() => void this.flush(), collectMs)
    this.#timer.unref()
  }

  /** Writes the collected entries. A failure is stored in {@link failure}: no request fails because of its entry. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Returns every stored entry, oldest first; skips unreadable ones. @throws `disk-failed` */
  async *lines(): AsyncGenerator<KeptActivity> {
    await this.flush()
    const oldest = this.#now() - keptFor
    for (const file of [this.#before, this.#file])
      for await (const kept of readLines(file)) if (Date.parse(kept.at) >= oldest) yield kept
  }

  /** Removes all entries. @throws `disk-failed` */
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
      // Keeps them until there is room, up to the maximum.
      this.#waiting = [...lines, ...this.#waiting].slice(-maxWaiting)
      this.#failure = diskFailure(error, this.#file, 'saved')
    }
  }

  /** Appends lines, and removes from the array what was written completely: a full disk may have room for only some. */
  async #append(lines: string[]): Promise<void> {
    const file = await open(this.#file, 'a+', 0o600)
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
      // Ends a partial line left by a full disk or a crash, so that the next one stays intact.
      if (bytesRead === 1 && buffer[0] !== lineFeed) await file.write('\n')
      const content = Buffer.from(lines.join(''))
      const { bytesWritten } = await file.write(content)
      lines.splice(0, bytesWritten === content.length ? lines.length : lineEndsIn(content.subarray(0, bytesWritten)))
    } finally {
      await file.close()
    }
  }

  /** Removes entries that are too old, once per process. */
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
      // A crash may have cut a line off.
      const kept = keptSchema.safeParse(parsedJson(line))
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

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0
    throw diskFailure(error, file, 'read')
  }
}
