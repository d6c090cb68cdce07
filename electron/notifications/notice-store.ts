import { readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { lastGoodCopy, writeFileAtomically } from '../files/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { changeAlone } from '../files/shared-change.ts'
import { emptyNoticeState, noticeStateSchema, noticeStateVersion, type NoticeState } from './notice-state.ts'

interface Options {
  readonly folder: string
  readonly now: () => number
}

const versionSchema = z.looseObject({ version: z.int().min(1) })

/**
 * What was told and what people said about warnings, in `notices.json` of the data folder. One Clavis at a time changes
 * it. A file that cannot be read is set aside and reported, and the last good copy takes its place.
 */
export class NoticeStore {
  readonly #folder: string
  readonly #file: string
  readonly #now: () => number
  readonly #notices: string[] = []
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ folder, now }: Options) {
    this.#folder = folder
    this.#file = join(folder, 'notices.json')
    this.#now = now
  }

  /** @throws `store-too-new`, `store-damaged`, `disk-failed` */
  read(): Promise<NoticeState> {
    return this.#alone(() => this.#read())
  }

  /** Changes the state from what it is now; nothing is written where the change answers it unchanged. */
  change(change: (current: NoticeState) => NoticeState): Promise<NoticeState> {
    return this.#changeAlone(async () => {
      const before = await this.#read()
      const after = change(before)
      if (JSON.stringify(after) === JSON.stringify(before)) return before
      // What could not be read back must never be written: the schema is the judge of our own output too.
      await this.#write(noticeStateSchema.parse(after))
      return after
    })
  }

  /** What was noticed while reading that the person should know. */
  notices(): string[] {
    return [...this.#notices]
  }

  async #read(): Promise<NoticeState> {
    const text = await readText(this.#file)
    if (text === undefined) {
      const copy = await this.#lastGood()
      if (copy === undefined) return emptyNoticeState
      this.#notices.push('The file with the warnings’ state was gone; the last good copy is in use.')
      await this.#write(copy)
      return copy
    }
    try {
      return parse(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      return await this.#setAside()
    }
  }

  async #setAside(): Promise<NoticeState> {
    const instant = new Date(this.#now()).toISOString().replaceAll(':', '-')
    const aside = join(this.#folder, `notices.damaged-${instant}.json`)
    try {
      await rename(this.#file, aside)
    } catch (error) {
      throw new ClavisError(
        'store-damaged',
        'The file with the warnings’ state is damaged and could not be set aside.',
        {
          hint: `Move ${this.#file} to another place and start Clavis again.`,
          details: { path: this.#file },
          cause: error,
        },
      )
    }
    const copy = await this.#lastGood()
    this.#notices.push(
      copy === undefined
        ? `The file with the warnings’ state was damaged. It was set aside as ${basename(aside)}; there is no good copy, so warnings may be told once more, and snoozes are gone.`
        : `The file with the warnings’ state was damaged. It was set aside as ${basename(aside)}; the last good copy is in use.`,
    )
    if (copy !== undefined) await this.#write(copy)
    return copy ?? emptyNoticeState
  }

  async #lastGood(): Promise<NoticeState | undefined> {
    const text = await readText(lastGoodCopy(this.#file))
    if (text === undefined) return undefined
    try {
      return parse(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      // A damaged copy is as good as none; it stays where it is for the person to look at.
      return undefined
    }
  }

  #write(state: NoticeState): Promise<void> {
    return writeFileAtomically(this.#file, `${JSON.stringify(state, undefined, 2)}\n`, { keepLastGood: true })
  }

  #changeAlone<T>(change: () => Promise<T>): Promise<T> {
    return this.#alone(() => changeAlone(this.#file, change))
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

/** @throws `store-too-new` where a newer Clavis wrote it; any other error means that it is damaged */
function parse(text: string): NoticeState {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > noticeStateVersion)
    throw new ClavisError('store-too-new', 'The warnings’ state was written by a newer version of Clavis.', {
      hint: 'Use that version, or a newer one. Nothing was changed.',
      details: { version: content.version, understood: noticeStateVersion },
    })
  return noticeStateSchema.parse(content)
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw diskFailure(error, path, 'read')
  }
}
