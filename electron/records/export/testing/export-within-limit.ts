/** A program for tests: exports records in a format and prints the result as JSON. */
import { Buffer } from 'node:buffer'
import { ClavisError } from '#shared/errors.ts'
import { exportOptionsSchema } from '#shared/lists/export.ts'
import { CellReader } from '../../columns/cell-reader.ts'
import type { StoredRecords, VisitRecord } from '../../storage/record-scan.ts'
import { exportRecords } from '../record-export.ts'

const [path = '', options = ''] = process.argv.slice(2)
// A process over its file size limit gets this signal before the error; Node's default would end it.
process.on('SIGXFSZ', () => undefined)
const texts = Array.from({ length: 6000 }, (_, index) => Buffer.from(`{"id":${index},"t":"${Math.random()}"}`))

function readAll(paths: readonly string[], visit: VisitRecord): Promise<void> {
  const cells = new CellReader(paths)
  for (const [position, bytes] of texts.entries()) visit(position, bytes, cells.spans(bytes))
  return Promise.resolve()
}

/** Records in memory: the limit applies only to the exported file. */
const records: StoredRecords = {
  records: texts.length,
  columns: () => [
    { path: 'id', type: 'number', filled: texts.length },
    { path: 't', type: 'text', filled: texts.length },
  ],
  hasNumbers: (path) => path === 'id',
  columnsCut: false,
  bytes: (position) => texts[position],
  replacements: 0,
  positions: () => Promise.resolve(Uint32Array.from(texts.keys())),
  scan: (_view, paths, visit) => readAll(paths, visit),
  read: (_positions, paths, visit) => readAll(paths, visit),
  // Only for the first records as NDJSON; here it is a query's.
  writeLines: () => Promise.resolve(),
}
const outcome = await exportRecords({
  records,
  chosen: { kind: 'query', query: { search: [], filters: [], sort: [] } },
  options: exportOptionsSchema.parse(JSON.parse(options)),
  path,
  signal: new AbortController().signal,
  onProgress: () => undefined,
}).catch((error: unknown) => (error instanceof ClavisError ? error.toValue() : { fault: String(error) }))
process.stdout.write(JSON.stringify(outcome))
