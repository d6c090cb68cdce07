import { expect, test, vi } from 'vitest'
import { SchemaTree } from '../columns/schema-tree.ts'
import { PageColumnIndex } from '../storage/page-column-index.ts'
import { PageReader } from './page-reader.ts'

const page = (records: string, more: string): Buffer =>
  Buffer.from(`{"reports":[${records}],${more},"next":"c","lastPage":"false"}`)

/** Returns the texts that a page's fields are parsed from. */
function parsedBy(read: () => unknown): unknown[] {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    read()
    return parse.mock.calls.map(([text]) => text)
  } finally {
    parse.mockRestore()
  }
}

test('PageReader: beside records, parses fields only until it knows that they hold something else, and errors never', () => {
  const reader = new PageReader('reports', undefined, new SchemaTree(), new PageColumnIndex())
  const [links, more] = ['[{"rel":"self"}]', '{"links":[{"rel":"up"}]}']
  const beside = `"links":${links},"meta":${more},"errors":[{"title":"Late"}]`
  reader.read(page('{"id":1}', beside))
  expect(reader.besides).toEqual(['links', 'meta.links'])
  expect(parsedBy(() => reader.read(page('{"id":2}', beside)))).toEqual([])
  expect(parsedBy(() => reader.read(page('{"id":3}', `${beside},"warnings":[{"a":1}]`)))).toEqual(['[{"a":1}]'])
  expect(reader.besides).toEqual(['links', 'meta.links', 'warnings'])
})
