import type { ErrorValue } from '../../shared/model/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/list-analysis.ts'
import type { Column, CommonValue, ExportFormat, ListView, RowWindow } from '../../shared/model/list.ts'
import type { FoundValue } from './links/value-search.ts'
import type { RecordSettings, StoredPage } from './record-database.ts'
import type { ViewFreshness } from './record-views.ts'

/** What the worker is started with. */
export interface RecordStoreStart extends RecordSettings {
  readonly file: string
}

/** Every question to the worker with its answer. */
export interface RecordStoreCalls {
  readonly addPage: {
    readonly input: { readonly body: ArrayBuffer; readonly replacesLast: boolean }
    readonly output: StoredPage
  }
  readonly columns: { readonly input: undefined; readonly output: Column[] }
  readonly rows: {
    readonly input: {
      readonly view: ListView
      readonly offset: number
      readonly limit: number
      readonly paths: readonly string[]
      readonly freshness: ViewFreshness
    }
    readonly output: RowWindow
  }
  readonly commonValues: {
    readonly input: { readonly path: string; readonly beginning: string }
    readonly output: CommonValue[]
  }
  readonly record: { readonly input: { readonly position: number }; readonly output: string | undefined }
  readonly exportTo: {
    readonly input: { readonly view: ListView; readonly format: ExportFormat; readonly path: string }
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

export type RecordStoreAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorValue }

/** How far an analysis is: told now and then, without being asked. */
export interface AnalysisProgress {
  readonly analysisId: string
  readonly records: number
}
