import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { RecoverableFile } from '../../files/writing/recoverable-file.ts'
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
  readonly #file: RecoverableFile<NoticeState>

  constructor({ folder, now }: Options) {
    this.#file = new RecoverableFile({
      ...{ folder, name: 'notices', what: 'warnings file', empty: emptyNoticeState, parse, now },
      loss: 'snoozes are lost, and some warnings may be sent again.',
      // Never write what could not be read back.
      format: (state) => `${JSON.stringify(noticeStateSchema.parse(state), undefined, 2)}\n`,
    })
  }

  /** Reads the state. @throws `store-too-new`, `store-damaged`, `disk-failed` */
  read(): Promise<NoticeState> {
    return this.#file.inSequence(() => this.#file.read())
  }

  /** Changes the state; writes nothing if it stays the same. @throws what {@link read} throws */
  change(change: (current: NoticeState) => NoticeState): Promise<NoticeState> {
    return this.#file.change(async () => {
      const before = await this.#file.read()
      const after = change(before)
      if (JSON.stringify(after) === JSON.stringify(before)) return before
      await this.#file.write(after)
      return after
    })
  }

  /** Returns messages about damaged or missing files, for the person. */
  notices(): string[] {
    return this.#file.notices()
  }
}

/** Parses the file. @throws `store-too-new` if a newer Clavis wrote it; any other error if it is damaged */
function parse(text: string): NoticeState {
  const content = versionSchema.parse(JSON.parse(text))
  if (content.version > noticeStateVersion)
    throw new ClavisError('store-too-new', 'The warnings file was written by a newer version of Clavis.', {
      hint: 'Update Clavis. Nothing was changed.',
      details: { version: content.version, understood: noticeStateVersion },
    })
  return noticeStateSchema.parse(content)
}
