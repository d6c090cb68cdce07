import { Buffer } from 'node:buffer'

/** A page that holds these records, each its JSON text, in the member `reports`. */
export function pageOf(
  records: readonly string[],
  next: string | null,
  lastPage: 'true' | 'false',
): Buffer<ArrayBuffer> {
  return Buffer.from(`{"reports":[${records.join(',')}],"next":${JSON.stringify(next)},"lastPage":"${lastPage}"}`)
}
