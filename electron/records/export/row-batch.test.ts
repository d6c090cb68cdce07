import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import type { ValueSpan } from '../json/json-reader.ts'
import { RowBatch } from './row-batch.ts'

const limits = { rows: 100, cells: 1000, bytes: 1000 }

const text = (bytes: Uint8Array, span: ValueSpan | undefined): string | undefined =>
  span && Buffer.from(bytes).toString('latin1', span.start, span.end)

test('RowBatch: returns cells and records as added, and after a clear only later ones', () => {
  const rows = new RowBatch(2, limits)
  rows.add(Buffer.from('xxx'), [undefined, undefined])
  rows.clear()
  rows.add(Buffer.from('abcdef'), [{ start: 0, end: 2 }, undefined])
  rows.add(Buffer.from(''), [undefined, { start: 0, end: 0 }])
  rows.add(Buffer.from('ghi'), [
    { start: 2, end: 3 },
    { start: 0, end: 3 },
  ])
  expect(rows.rows).toBe(3)
  expect(rows.column(0, text)).toEqual(['ab', undefined, 'i'])
  expect(rows.column(1, text)).toEqual([undefined, '', 'ghi'])
  expect(rows.records((record) => Buffer.from(record).toString())).toEqual(['abcdef', '', 'ghi'])
})

/** Returns how many records of a size fit until it is full. */
function capacity(columns: number, size: number): number {
  const rows = new RowBatch(columns, limits)
  const spans = Array.from({ length: columns }, () => undefined)
  while (!rows.isFull) rows.add(Buffer.alloc(size), spans)
  return rows.rows
}

test('RowBatch: is full at its limit of rows, cells or bytes, and takes at least one record', () => {
  expect(capacity(0, 1)).toBe(100)
  expect(capacity(2, 1)).toBe(100)
  expect(capacity(50, 1)).toBe(20)
  expect(capacity(5000, 1)).toBe(1)
  expect(capacity(2, 300)).toBe(4)
  expect(capacity(2, 5000)).toBe(1)
})
