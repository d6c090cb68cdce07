import { expect, test } from 'vitest'
import type { Cell } from './list.ts'
import { packedRowsSchema } from './packed-rows-schema.ts'
import { PackedCells, packRows, type PackedRows } from './packed-rows.ts'

test('every cell is unpacked as it was packed', () => {
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
  const unpacked = new PackedCells(packed)
  expect(rows.flatMap((row) => row.cells).map((_, index) => unpacked.at(index))).toEqual([...cells, ...cells, ...cells])
})

test('a cell contains nothing of the cells beside it', () => {
  const texts = ['\uD83D', '\uDE00', '', 'e', '\u0301', '\0']
  const rows = [{ position: 0, cells: texts.map((text) => ({ kind: 'text' as const, text })) }]
  const packed: PackedRows = JSON.parse(JSON.stringify(packRows({ rows, count: 1, covers: 1 }))) as PackedRows
  const cells = new PackedCells(packed)
  expect(texts.map((_, index) => cells.at(index)?.text)).toEqual(texts)
  expect(cells.at(texts.length)).toBeNull()
})

test('rows without cells keep their positions', () => {
  const rows = [{ position: 3, cells: [] }]
  expect(packRows({ rows, count: 1, covers: 1 })).toEqual({
    positions: [3],
    kinds: '',
    lengths: '',
    text: '',
    count: 1,
    covers: 1,
  })
})
