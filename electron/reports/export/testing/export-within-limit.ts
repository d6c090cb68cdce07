/** A program for tests: saves records in a format and prints what came of it as JSON. */
import { Buffer } from 'node:buffer'
import { ClavisError } from '../../../../shared/model/error.ts'
import { exportOptionsSchema } from '../../../../shared/model/export.ts'
import { CellReader } from '../../cell-reader.ts'
import { exportRecords } from '../record-export.ts'
import { recordsOfView, type StoredRecords } from '../record-source.ts'

const [path = '', options = ''] = process.argv.slice(2)
// A process over its file size limit gets this signal before the error; Node's default would end it.
process.on('SIGXFSZ', () => undefined)
const texts = Array.from({ length: 6000 }, (_, index) => Buffer.from(`{"id":${index},"t":"${Math.random()}"}`))

/** Records in memory: the limit is for the saved file alone. */
const records: StoredRecords = {
  columns: () => [
    { path: 'id', type: 'number', filled: texts.length },
    { path: 't', type: 'text', filled: texts.length },
  ],
  columnsCut: false,
  bytes: (position) => texts[position],
  count: () => Promise.resolve(texts.length),
  scan: (_view, paths, visit) => {
    const cells = new CellReader(paths)
    for (const [position, bytes] of texts.entries()) visit(position, bytes, cells.spans(bytes))
    return Promise.resolve()
  },
}
const outcome = await exportRecords({
  records,
  source: await recordsOfView(records, { search: '', filters: [], sort: [] }),
  options: exportOptionsSchema.parse(JSON.parse(options)),
  path,
  signal: new AbortController().signal,
  onProgress: () => undefined,
}).catch((error: unknown) => (error instanceof ClavisError ? error.toValue() : { fault: String(error) }))
process.stdout.write(JSON.stringify(outcome))
