import { Buffer } from 'node:buffer'
import { CellReader } from '../columns/cell-reader.ts'
import { utf8Text } from '../json/json-string.ts'
import { differenceOf } from './record-difference.ts'

/** Records' exact texts, one after the other. */
export interface RecordTexts {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Offset after each record. */
  readonly ends: Uint32Array<ArrayBuffer>
}

/** Records of one kind of difference; for changed ones, both texts in the same order. */
export type ChangedRecords =
  | { readonly change: 'added'; readonly after: RecordTexts }
  | { readonly change: 'gone'; readonly before: RecordTexts }
  | {
      readonly change: 'changed'
      readonly before: RecordTexts
      readonly after: RecordTexts
      /** Whether the newer record is added as a whole, to be recognized and filtered by. */
      readonly withRecord: boolean
    }

/** The page's field that contains the differences. */
export const differencesMember = 'differences'

/**
 * Returns differences as a page of records, so that they are stored, queried and exported like those of a list:
 * `change`, `id`, the changed `fields`, and the fields that differ `before` and `after` (for added and removed records:
 * all fields); on request the newer `record` of changed ones. Records that differ only in spelling are left out.
 */
export function differencesPage(records: ChangedRecords, idPath: string): { body: Uint8Array; count: number } {
  const ids = new CellReader([idPath])
  const idOf = (bytes: Uint8Array): string => {
    const [span] = ids.spans(bytes)
    return span === undefined ? 'null' : utf8Text(bytes, span.start, span.end)
  }
  const differences: string[] = []
  const { ends } = records.change === 'gone' ? records.before : records.after
  for (let index = 0; index < ends.length; index += 1) {
    if (records.change === 'changed') {
      const after = textAt(records.after, index)
      const difference = differenceOf(textAt(records.before, index), after)
      if (difference !== undefined)
        differences.push(
          `{"change":"changed","id":${idOf(after)},"fields":${JSON.stringify(difference.fields)}${member('before', difference.before)}${member('after', difference.after)}${member('record', records.withRecord ? utf8Text(after) : undefined)}}`,
        )
    } else {
      const text = textAt(records.change === 'gone' ? records.before : records.after, index)
      const side = records.change === 'gone' ? 'before' : 'after'
      differences.push(`{"change":"${records.change}","id":${idOf(text)}${member(side, utf8Text(text))}}`)
    }
  }
  const body = Buffer.from(`{"${differencesMember}":[${differences.join(',')}],"next":null,"lastPage":"true"}`)
  return { body, count: differences.length }
}

function member(name: string, text: string | undefined): string {
  return text === undefined ? '' : `,"${name}":${text}`
}

function textAt({ bytes, ends }: RecordTexts, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index])
}
