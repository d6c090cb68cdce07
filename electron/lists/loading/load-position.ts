import type { LoadState } from '#shared/lists/list.ts'
import { SeenCursors, type Envelope, type RestoredRecords, type StoredPage } from '../../records/record-store.ts'
import { nextPage, type NextPage } from './next-page.ts'

/** A position in a list from which a load can resume. */
export interface LoadMark {
  /** Cursor of the next page; undefined for the first page, or if the list is complete. */
  readonly cursor: string | undefined
  /** Pages and records before this position. */
  readonly pages: number
  readonly records: number
}

/** Derives the state of an earlier load from its stored pages. */
export function restoredState({ pages, lastEnvelope, seen, lacksRecords }: RestoredRecords): LoadState {
  if (pages === 0 || lastEnvelope === undefined) return { kind: 'idle' }
  const cursors = new SeenCursors(seen)
  const next = nextPage(lastEnvelope, (cursor) => cursors.has(cursor), lacksRecords)
  return next.kind === 'continue' ? { kind: 'paused' } : stateAfter(next, pages, false)
}

/** Returns the state of a load after its last page. */
export function stateAfter(next: Exclude<NextPage, { kind: 'continue' }>, page: number, loadsAll: boolean): LoadState {
  if (next.kind === 'stop') return { kind: 'failed', error: next.error.toValue(), retry: true, page, loadsAll }
  return next.notice === undefined ? { kind: 'complete' } : { kind: 'complete', notice: next.notice }
}

/** Pages without a new record in a row after which a load stops. */
export const maxEmptyPages = 20

/** Tracks how far a list is loaded, and which page is next. */
export class LoadPosition {
  readonly #seen: SeenCursors
  /** Pages of an earlier load that stay as they are. */
  #pagesBefore: number
  #pages: number
  #records: number
  /** Records of the pages that stay as they are. */
  #soundRecords: number
  #recordMember: string | undefined
  #cursor: string | undefined
  /** Whether the last stored page lacks a usable cursor, so that it is requested again and replaced. */
  #repeatsLastPage = false
  #isResuming: boolean
  /** Pages since the last one that had a new record. */
  #emptyPages: number

  /** @param restored what an earlier load left in the store */
  constructor(restored: RestoredRecords | undefined) {
    this.#seen = new SeenCursors(restored?.seen)
    this.#pages = restored?.pages ?? 0
    this.#pagesBefore = this.#pages
    this.#records = restored?.records ?? 0
    this.#soundRecords = this.#records
    this.#recordMember = restored?.recordMember
    this.#emptyPages = restored?.emptyBeforeLast ?? 0
    if (restored?.lastEnvelope !== undefined) this.#restore(restored, restored.lastEnvelope)
    this.#isResuming = this.#cursor !== undefined
    if (this.#cursor !== undefined) this.#seen.add(this.#cursor)
  }

  #restore({ hasNew, recordsBeforeLast, envelopeBeforeLast }: RestoredRecords, lastEnvelope: Envelope): void {
    const next = this.nextAfter(lastEnvelope)
    this.#repeatsLastPage = next.kind === 'stop'
    if (next.kind === 'continue') this.#cursor = next.cursor
    if (next.kind !== 'stop') {
      this.#emptyPages = hasNew ? 0 : this.#emptyPages + 1
      return
    }
    this.#soundRecords = recordsBeforeLast
    if (envelopeBeforeLast?.next.kind === 'cursor') this.#cursor = envelopeBeforeLast.next.cursor
  }

  get pages(): number {
    return this.#pages
  }

  get pagesBefore(): number {
    return this.#pagesBefore
  }

  get records(): number {
    return this.#records
  }

  get recordMember(): string | undefined {
    return this.#recordMember
  }

  /** Cursor of the next page. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Number of pages that stay as they are. */
  get soundPages(): number {
    return this.#pages - (this.#repeatsLastPage ? 1 : 0)
  }

  get soundRecords(): number {
    return this.#soundRecords
  }

  get repeatsLastPage(): boolean {
    return this.#repeatsLastPage
  }

  /** Whether the next request is the first with an earlier load's cursor. */
  get isResuming(): boolean {
    return this.#isResuming
  }

  /** Whether another {@link maxEmptyPages} pages in a row had no new record. */
  get isEndless(): boolean {
    return this.#emptyPages > 0 && this.#emptyPages % maxEmptyPages === 0
  }

  mark(): LoadMark {
    return { cursor: this.#cursor, pages: this.soundPages, records: this.#soundRecords }
  }

  /** Returns what follows a page with this envelope. */
  nextAfter(envelope: Envelope, lacksRecords = false): NextPage {
    return nextPage(envelope, (cursor) => this.#seen.has(cursor), lacksRecords)
  }

  /** Moves on to the page after the one just stored. */
  advance({ records, recordMember, lacksRecords, isRepeated = false, envelope }: StoredPage): NextPage {
    if (!this.#repeatsLastPage) this.#pages += 1
    // The earlier load's page was replaced.
    else this.#pagesBefore = Math.min(this.#pagesBefore, this.#pages - 1)
    this.#isResuming = false
    this.#records = records
    this.#recordMember = recordMember
    const next = this.nextAfter(envelope, lacksRecords)
    this.#repeatsLastPage = next.kind === 'stop'
    if (next.kind === 'stop') return next
    this.#emptyPages = isRepeated || records === this.#soundRecords ? this.#emptyPages + 1 : 0
    this.#soundRecords = records
    this.#cursor = next.kind === 'continue' ? next.cursor : undefined
    if (next.kind === 'continue') this.#seen.add(next.cursor)
    return next
  }
}
