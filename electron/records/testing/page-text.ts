import { Buffer } from 'node:buffer'

/** Returns a page with these records, each a JSON text, in the field `reports`. */
export function pageOf(
  records: readonly string[],
  next: string | null,
  lastPage: 'true' | 'false',
): Buffer<ArrayBuffer> {
  return Buffer.from(`{"reports":[${records.join(',')}],"next":${JSON.stringify(next)},"lastPage":"${lastPage}"}`)
}
