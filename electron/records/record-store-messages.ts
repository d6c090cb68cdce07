import type { ErrorValue } from '#shared/errors.ts'
import type { Column } from '#shared/lists/list.ts'
import type { Envelope } from './pages/envelope.ts'
import type { DatasetSettings } from './record-database.ts'

/** What the worker is started with. */
export interface RecordStoreStart extends DatasetSettings {
  readonly file: string
}

/** What is known about stored records. */
export interface RestoredRecords {
  readonly pages: number
  readonly records: number
  /** Records of the pages before the last. */
  readonly recordsBeforeLast: number
  /** Pages without a new record in a row before the last, and whether the last one has one. */
  readonly emptyBeforeLast: number
  readonly hasNew: boolean
  readonly recordMember: string | undefined
  /** What the records were loaded from; undefined if that is unknown. */
  readonly origin: string | undefined
  /** Whether the last page has no array of records. */
  readonly lacksRecords: boolean
  readonly columns: Column[]
  /** Envelopes of the last two pages; undefined if there are none. */
  readonly envelopeBeforeLast: Envelope | undefined
  readonly lastEnvelope: Envelope | undefined
  /** The cursors named by all pages but the last, as `SeenCursors` stores them. */
  readonly seen: Uint8Array
}

export interface RecordStoreRequest {
  readonly id: number
  /** One of the worker's calls or jobs. */
  readonly call: string
  readonly input: readonly unknown[]
}

/** Cancels a job; its call still gets a response. */
export interface RecordStoreCancel {
  readonly cancel: number
}

export type RecordStoreResponse =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorValue }
  /** Progress of a job. */
  | { readonly id: number; readonly done: number; readonly total: number }
