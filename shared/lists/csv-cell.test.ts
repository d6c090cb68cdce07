import { expect, test } from 'vitest'
import { csvTable, systemDelimiter } from './csv-cell.ts'

test.each([
  ['en-US', 'comma'],
  ['en-GB', 'comma'],
  ['ja-JP', 'comma'],
  ['de-CH', 'comma'],
  ['de-DE', 'semicolon'],
  ['fr-FR', 'semicolon'],
  ['pt-BR', 'semicolon'],
] as const)('systemDelimiter: in %s it is the %s', (locale, delimiter) => {
  expect(systemDelimiter(locale)).toBe(delimiter)
})

test('csvTable: escapes formulas, keeps negative numbers and quotes what would be several cells', () => {
  const rows = [
    ['Team', '=1+1'],
    ['a,b', '-12.50'],
  ]
  expect(csvTable(rows, 'comma')).toBe('Team,\'=1+1\r\n"a,b",-12.50\r\n')
  expect(csvTable([['a', '2']], 'semicolon')).toBe('a;2\r\n')
  expect(csvTable([['a', '2']], 'tab')).toBe('a\t2\r\n')
})
