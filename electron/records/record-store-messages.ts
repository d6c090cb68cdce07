import type { ErrorValue } from '../../shared/model/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/list-analysis.ts'
import type { Column, CommonValue, ListView } from '../../shared/model/list.ts'
import type { PackedRows } from '../../shared/model/packed-rows.ts'
import type { FoundValue } from './links/value-search.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/export.ts'
import type { RecordSettings, StoredPage } from './record-database.ts'
import type { ChangedRecords, RecordTexts } from './diff/difference-page.ts'
import type { MatchOutcome } from './diff/digest-join.ts'
import type { DigestPart, RecordDigest } from './diff/record-digest.ts'
import type { Envelope } from './pages/envelope.ts'
import type { ViewFreshness } from './query/query-executor.ts'

/** What the worker is started with. */
export interface RecordStoreStart extends RecordSettings {
  readonly file: string
}

/** What is known of records that were stored before. */
export interface RestoredRecords {
  readonly pages: number
  readonly records: number
  /** Records of the pages before the last. */
  readonly recordsBeforeLast: number
  readonly recordMember: string | undefined
  readonly columns: Column[]
  /** Envelopes of the last page but one and of the last page; undefined where there are none. */
  readonly envelopeBeforeLast: Envelope | undefined
  readonly lastEnvelope: Envelope | undefined
  /** The cursors that the pages before the last have named, as `SeenCursors` keeps them. */
  readonly seen: readonly string[]
}

/** The columns of some records. */
export interface ReadColumns {
  readonly columns: readonly Column[]
  readonly records: number
}

/** Every question to the worker with its answer. */
export interface RecordStoreCalls {
  readonly addPage: {
    readonly input: { readonly parts: readonly Uint8Array<ArrayBuffer>[]; readonly replacesLast: boolean }
    readonly output: StoredPage
  }
  readonly columns: { readonly input: undefined; readonly output: Column[] }
  /** The columns with how many records there are: both of one moment, also while pages come. */
  readonly readColumns: { readonly input: undefined; readonly output: ReadColumns }
  readonly rows: {
    readonly input: {
      readonly view: ListView
      readonly offset: number
      readonly limit: number
      readonly paths: readonly string[]
      readonly freshness: ViewFreshness
    }
    readonly output: PackedRows
  }
  readonly rowOf: {
    readonly input: { readonly view: ListView; readonly position: number; readonly freshness: ViewFreshness }
    readonly output: number | undefined
  }
  readonly commonValues: {
    readonly input: { readonly path: string; readonly beginning: string }
    readonly output: CommonValue[]
  }
  readonly record: { readonly input: { readonly position: number }; readonly output: string | undefined }
  readonly exportTo: {
    readonly input: { readonly chosen: ChosenRecords; readonly options: ExportOptions; readonly path: string }
    readonly output: ExportResult
  }
  readonly append: {
    readonly input: { readonly path: string; readonly from: number; readonly until: number }
    readonly output: number
  }
  /** What an earlier reading left in the file. */
  readonly restored: { readonly input: undefined; readonly output: RestoredRecords }
  /** Waits until the disk has everything. */
  readonly sync: { readonly input: undefined; readonly output: undefined }
  readonly digest: { readonly input: DigestPart & { readonly idPath: string }; readonly output: RecordDigest }
  readonly texts: { readonly input: { readonly positions: Uint32Array }; readonly output: RecordTexts }
  readonly match: {
    readonly input: { readonly before: RecordDigest; readonly after: RecordDigest }
    readonly output: MatchOutcome
  }
  readonly addDifferences: {
    readonly input: { readonly records: ChangedRecords; readonly idPath: string }
    readonly output: number
  }
  readonly profileColumns: {
    readonly input: {
      readonly analysisId: string
      readonly view: ListView
      readonly paths: readonly string[]
      readonly timeZone: string
    }
    readonly output: ColumnProfiles
  }
  readonly chart: {
    readonly input: { readonly analysisId: string; readonly view: ListView; readonly question: ChartQuestion }
    readonly output: Chart
  }
  readonly cancelAnalysis: { readonly input: { readonly analysisId: string }; readonly output: undefined }
  readonly findValues: {
    readonly input: { readonly searchId: string; readonly values: readonly string[]; readonly paths: readonly string[] }
    readonly output: FoundValue[]
  }
  readonly cancelSearch: { readonly input: { readonly searchId: string }; readonly output: undefined }
  /** Ends exports, analyses and searches under way, closes the file and lets the worker end. */
  readonly close: { readonly input: undefined; readonly output: undefined }
}
export type RecordStoreCall = keyof RecordStoreCalls

export type RecordStoreQuestion = {
  [N in RecordStoreCall]: { readonly id: number; readonly call: N; readonly input: RecordStoreCalls[N]['input'] }
}[RecordStoreCall]

/** Tells the worker to end the work on a question; the question is answered all the same. */
export interface RecordStoreCancel {
  readonly cancel: number
}

export type RecordStoreMessage = RecordStoreQuestion | RecordStoreCancel

export type RecordStoreAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorValue }

/** How far an analysis is: told now and then, without being asked. */
export interface AnalysisProgress {
  readonly analysisId: string
  readonly records: number
}

/** How far the work on a question is. */
export interface RecordStoreProgress {
  readonly id: number
  readonly done: number
  readonly total: number
}
