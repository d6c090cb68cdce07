import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { lastGoodCopy, writeFileAtomically } from '../../files/writing/atomic-file.ts'
import { readTextIfPresent, StateFile } from '../../files/writing/state-file.ts'
import { emptyNoticeState, noticeStateSchema, noticeStateVersion, type NoticeState } from './notice-state.ts'

interface Options {
  readonly folder: string
  readonly now: () => number
}

const versionSchema = z.looseObject({ version: z.int().min(1) })

/**
 * Stores sent warnings, snoozes and thresholds in `notices.json` of the data folder. Only one process changes it at a
 * time. A damaged file is renamed and reported, and replaced by the last good copy.
 */
export class NoticeStore {
  readonly #file: StateFile
  readonly #now: () => number
  readonly #notices: string[] = []

  constructor({ folder, now }: Options) {
    this.#file = new StateFile(folder, 'notices')
    this.#now = now
  }

  /** Reads the state. @throws `store-too-new`, `store-damaged`, `disk-failed` */
  read(): Promise<NoticeState> {
    return this.#file.inSequence(() => this.#read())
  }

  /** Changes the state; writes nothing if it stays the same. @throws what {@link read} throws */
  change(change: (current: NoticeState) => NoticeState): Promise<NoticeState> {
    return this.#file.change(async () => {
      const before = await this.#read()
      const after = change(before)
      if (JSON.stringify(after) === JSON.stringify(before)) return before
      // Never write what could not be read back.
      await this.#write(noticeStateSchema.parse(after))
      return after
    })
  }

  /** Returns messages about damaged or missing files, for the person. */
  notices(): string[] {
    return [...this.#notices]
  }

  async #read(): Promise<NoticeState> {
    const text = await readTextIfPresent(this.#file.path)
    if (text === undefined) {
      const copy = await this.#lastGood()
      if (copy === undefined) return emptyNoticeState
      this.#notices.push('The file with the state of warnings was missing. Its last good copy was restored.')
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
    const aside = this.#file.asideName(this.#now())
    try {
      await this.#file.setAside(aside)
    } catch (error) {
      throw new ClavisError(
        'store-damaged',
        'The file with the state of warnings is damaged and could not be renamed.',
        {
          hint: `Move ${this.#file.path} to another folder and restart Clavis.`,
          details: { path: this.#file.path },
          cause: error,
        },
      )
    }
    const copy = await this.#lastGood()
    this.#notices.push(
      copy === undefined
        ? `The file with the state of warnings was damaged and renamed to ${aside}. There is no good copy: snoozes are lost, and some warnings may be sent again.`
        : `The file with the state of warnings was damaged and renamed to ${aside}. Its last good copy was restored.`,
    )
    if (copy !== undefined) await this.#write(copy)
    return copy ?? emptyNoticeState
  }

  async #lastGood(): Promise<NoticeState | undefined> {
    const text = await readTextIfPresent(lastGoodCopy(this.#file.path))
    if (text === undefined) return undefined
    try {
      return parse(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      // A damaged copy is ignored and kept for inspection.
      return undefined
    }
  }

  #write(state: NoticeState): Promise<void> {
    return writeFileAtomically(this.#file.path, `${JSON.stringify(state, undefined, 2)}\n`, { keepLastGood: true })
  }
}

/** Parses the file. @throws `store-too-new` if a newer Clavis wrote it; any other error if it is damaged */
function parse(text: string): NoticeState {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > noticeStateVersion)
    throw new ClavisError(
      'store-too-new',
      'The file with the state of warnings was written by a newer version of Clavis.',
      {
        hint: 'Update Clavis. Nothing was changed.',
        details: { version: content.version, understood: noticeStateVersion },
      },
    )
  return noticeStateSchema.parse(content)
}
