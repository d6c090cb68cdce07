import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListQuery } from '#shared/lists/list.ts'
import { Slices } from '../../concurrency.ts'
import { CellReader } from '../columns/cell-reader.ts'
import { recordText } from '../testing/json-text.ts'
import { pageOf } from '../testing/page-text.ts'
import { searchFor } from '../testing/plain-search.ts'
import { everything, positionsOf, RecordDatabases, recordsOf } from '../testing/record-databases.ts'
import type { VisitRecord } from './record-scan.ts'

let databases: RecordDatabases
beforeEach(async () => {
  databases = await RecordDatabases.start()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await databases.end()
})

const databaseOf: RecordDatabases['of'] = (...pages) => databases.of(...pages)

describe('a scan', () => {
  test('RecordScan: visits every record of a query with its values, in the query’s order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(recordText, { maxLength: 5 }), { maxLength: 3 }),
        fc.boolean(),
        async (pages, sorts) => {
          const database = databaseOf(...pages)
          const paths = [...database.columns().map(({ path }) => path), 'not there']
          const [path = ''] = paths
          const query: ListQuery = { ...everything, sort: sorts ? [{ path, direction: 'descending' }] : [] }
          const seen: { position: number; text: string; cells: (string | undefined)[] }[] = []
          const visit: VisitRecord = (position, bytes, spans) => {
            const text = (start: number, end: number): string => Buffer.from(bytes).toString('utf8', start, end)
            seen.push({
              position,
              text: text(0, bytes.length),
              cells: spans.map((span) => span && text(span.start, span.end)),
            })
          }
          await database.scan(query, paths, visit, new AbortController().signal)
          expect(seen.map(({ position }) => position)).toEqual(await positionsOf(database, query))
          for (const { position, text, cells } of seen) {
            expect(text).toBe(pages.flat()[position])
            const bytes = Buffer.from(text)
            expect(cells).toEqual(
              new CellReader(paths).spans(bytes).map((span) => span && bytes.toString('utf8', span.start, span.end)),
            )
          }
        },
      ),
    )
  })

  test('RecordScan: visits the records present at its start in one order, whatever is shown or loaded meanwhile', async () => {
    const database = databaseOf(recordsOf(['1', '3', '2', '4']))
    const seen: string[] = []
    const note = (_position: number, bytes: Uint8Array): void => void seen.push(Buffer.from(bytes).toString())
    const scanned = database.scan(
      { ...everything, sort: [{ path: 'v', direction: 'descending' }] },
      [],
      note,
      new AbortController().signal,
    )
    database.addPage(pageOf(recordsOf(['9']), null, 'true'), false)
    await positionsOf(database, { search: searchFor('4') })
    await scanned
    expect(seen).toEqual(recordsOf(['4', '3', '2', '1']))
  })

  test('RecordScan: ends early if the last page is replaced by a shorter one meanwhile', async () => {
    const database = databaseOf(recordsOf(['1']), recordsOf(['2', '3', '4']))
    const seen: number[] = []
    const visit: VisitRecord = (position) => {
      seen.push(position)
      if (position === 0) database.addPage(pageOf(recordsOf(['5']), null, 'true'), true)
    }
    await database.scan(everything, [], visit, new AbortController().signal)
    expect(seen).toEqual([0, 1])
  })

  const numbered = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `{"id":${from + index}}`)
  const queries: [string, Partial<ListQuery>][] = [
    ['all records', {}],
    ['a search', { search: [{ text: 'x', excludes: true }] }],
    ['filters', { filters: [{ path: 'id', excludes: true, condition: { kind: 'equals', text: '3' } }] }],
  ]

  test.each(queries)(
    'RecordScan: ends early if a shorter last page arrives while its query is built, %s',
    async (_, query) => {
      vi.spyOn(Slices.prototype, 'isOver', 'get').mockReturnValue(true)
      const database = databaseOf(numbered(0, 3), numbered(10, 3), numbered(20, 5))
      const seen: string[] = []
      const note = (_position: number, bytes: Uint8Array): void => void seen.push(Buffer.from(bytes).toString())
      const scanned = database.scan({ ...everything, ...query }, ['id'], note, new AbortController().signal)
      database.addPage(pageOf(['{"id":3}', '{"id":30}'], null, 'true'), true)
      await scanned
      const three = query.filters === undefined ? ['{"id":3}'] : []
      expect(seen).toEqual([...numbered(0, 3), ...numbered(10, 3), ...three, '{"id":30}'])
    },
  )

  test('RecordScan: ends when cancelled', async () => {
    const database = databaseOf(recordsOf(['1', '2']))
    const cancel = new AbortController()
    cancel.abort(new Error('enough'))
    await expect(
      database.scan({ ...everything, search: searchFor('v') }, [], () => undefined, cancel.signal),
    ).rejects.toThrow('enough')
  })
})
