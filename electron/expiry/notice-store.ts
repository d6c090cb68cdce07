import type { Database, Transaction } from '../store/database.ts'
import { StoredDocument } from '../store/stored-document.ts'
import { emptyNoticeState, noticeStateSchema, type NoticeState } from './notice-state.ts'

/** Stores sent warnings, snoozes and thresholds. */
export class NoticeStore {
  readonly #document: StoredDocument<NoticeState>

  constructor({ database }: { readonly database: Database }) {
    this.#document = new StoredDocument({
      database,
      name: 'notices',
      parse: (content) => noticeStateSchema.parse(content ?? emptyNoticeState),
    })
  }

  /** Reads the state. @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-failed` */
  read(within?: Transaction): Promise<NoticeState> {
    return this.#document.read(within)
  }

  /** Changes the state. @throws what {@link read} throws; `disk-full` */
  change(change: (current: NoticeState) => NoticeState, within?: Transaction): Promise<NoticeState> {
    return this.#document.change((before) => {
      const after = noticeStateSchema.parse(change(before))
      return JSON.stringify(after) === JSON.stringify(before) ? before : after
    }, within)
  }
}
