import { expect, test } from 'vitest'
import { cellStep, isMenuKey } from './cell-steps.ts'

const size = { rows: 1_000_000, columns: 14, pageRows: 18 }
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const step = (key: string, row: number, column: number, held: Partial<typeof plain> = {}): string => {
  const found = cellStep({ key, ...plain, ...held }, { row, column }, size)
  return found === undefined
    ? 'nowhere'
    : found.kind === 'header'
      ? 'header'
      : `${found.place.row} ${found.place.column}`
}

test('cellStep: arrows move by one and stay inside', () => {
  expect(step('ArrowDown', 5, 3)).toBe('6 3')
  expect(step('ArrowUp', 5, 3)).toBe('4 3')
  expect(step('ArrowLeft', 5, 0)).toBe('5 0')
  expect(step('ArrowRight', 5, 13)).toBe('5 13')
  expect(step('ArrowDown', 999_999, 3)).toBe('999999 3')
})

test('cellStep: moves from the first row to the header, unless rows are being selected', () => {
  expect(step('ArrowUp', 0, 3)).toBe('header')
  expect(step('ArrowUp', 0, 3, { shiftKey: true })).toBe('0 3')
})

test('cellStep: moves by pages and to the ends of row and grid', () => {
  expect(step('PageDown', 5, 3)).toBe('23 3')
  expect(step('PageUp', 5, 3)).toBe('0 3')
  expect(step('Home', 5, 3)).toBe('5 0')
  expect(step('End', 5, 3)).toBe('5 13')
  expect(step('Home', 5, 3, { ctrlKey: true })).toBe('0 0')
  expect(step('End', 5, 3, { metaKey: true })).toBe('999999 13')
  expect(step('ArrowDown', 5, 3, { ctrlKey: true })).toBe('999999 3')
  expect(step('ArrowLeft', 5, 3, { ctrlKey: true })).toBe('5 0')
})

test('cellStep: ignores other keys', () => {
  expect(step('a', 5, 3)).toBe('nowhere')
  expect(step('ArrowDown', 5, 3, { altKey: true })).toBe('nowhere')
})

test('isMenuKey: is the menu key or Shift+F10', () => {
  expect(isMenuKey({ key: 'ContextMenu', ...plain })).toBe(true)
  expect(isMenuKey({ key: 'F10', ...plain, shiftKey: true })).toBe(true)
  expect(isMenuKey({ key: 'F10', ...plain })).toBe(false)
})
