import { expect, test } from 'vitest'
import type { Cell } from './list.ts'
import { packedRowsSchema } from './packed-rows-schema.ts'
import { packedCell, packRows } from './packed-rows.ts'

test('every cell comes out as it went in', () => {
  const kinds = ['text', 'number', 'boolean', 'null', 'list', 'object'] as const
  const cells: (Cell | null)[] = [
    null,
    ...kinds.map((kind) => ({ kind, text: `${kind} \u2028 "quoted"` })),
    { kind: 'text', text: '' },
    ...(['text', 'number', 'list', 'object'] as const).map((kind) => ({ kind, text: 'x'.repeat(500), cut: true })),
  ]
  const rows = [7, 0, 4_000_000].map((position) => ({ position, cells }))
  const packed = packedRowsSchema.parse(packRows({ rows, count: 12, covers: 20 }))
  expect(packed).toMatchObject({ positions: [7, 0, 4_000_000], count: 12, covers: 20 })
  expect(rows.flatMap((row) => row.cells).map((_, index) => packedCell(packed, index))).toEqual([
    ...cells,
    ...cells,
    ...cells,
  ])
})

test('rows without cells keep their places', () => {
  const rows = [{ position: 3, cells: [] }]
  expect(packRows({ rows, count: 1, covers: 1 })).toEqual({ positions: [3], kinds: '', texts: [], count: 1, covers: 1 })
})
