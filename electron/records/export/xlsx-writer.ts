import { ClavisError } from '#shared/errors.ts'
import { maxSheetRows, type TextColumn } from '#shared/lists/export-forms.ts'
import type { Column } from '#shared/lists/list.ts'
import { columnTitles, shortened, type ExportColumns } from './export-columns.ts'
import type { ByteSink, RecordWriter } from './file-output.ts'
import { OverflowFields } from './overflow-fields.ts'
import { headerCell, stylesXml, textCell, xlsxCell, type XlsxCell } from './xlsx-cells.ts'
import { ZipOutput } from './zip-output.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const document = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Characters that a cell holds at most. */
const maxCellLength = 32_767

/** Records that decide how wide the columns are. */
const sampleRows = 100

/** Widths of columns, characters. */
const [minWidth, maxWidth] = [8, 60] as const

/** Limits of a sheet: rows with the header, and bytes of a part of a ZIP file, with room for a row. */
const sheetLimits = { rows: maxSheetRows, bytes: 3.5 * 1024 ** 3 }

/**
 * Writes records as an Excel workbook (ECMA-376), row by row: a bold header that stays in view, with filters; numbers, dates
 * and booleans as such if nothing is lost; everything else as text. Records that exceed a sheet follow on further sheets.
 * @param known the columns and their types
 * @throws `input-invalid` if a text exceeds what a cell holds
 */
export function xlsxWriter(
  sink: ByteSink,
  columns: ExportColumns,
  known: readonly Column[],
  limits = sheetLimits,
): RecordWriter {
  const { paths } = columns
  // A sheet without columns would have no rows either.
  const further = columns.furtherMembers || paths.length === 0 ? new OverflowFields(paths) : undefined
  const titles = columnTitles(columns, further !== undefined)
  const letters = titles.map((_, index) => columnLetters(index))
  const lastColumn = letters.at(-1) ?? ''
  const dates = new Set(known.filter(({ type }) => type === 'datetime').map(({ path }) => path))
  const hasDates = paths.map((path) => dates.has(path))
  const headers = titles.map((title) => headerCell(title))
  const widths = headers.map(({ length }) => length + 3)
  const kept = new Map<string, TextColumn>()
  const zip = new ZipOutput(sink)
  /** Rows of each sheet, with the header. */
  const sheets: number[] = []
  /** Rows before the first sheet is opened. */
  let sample: string[] | undefined = []
  let row = 1

  zip.add(
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${document}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  zip.add('xl/styles.xml', declaration + stylesXml)

  function rowXml(number: number, cells: readonly (XlsxCell | undefined)[]): string {
    let xml = `<row r="${number}">`
    for (const [index, cell] of cells.entries())
      if (cell !== undefined) xml += `<c r="${letters[index] ?? ''}${number}"${cell.xml}</c>`
    return `${xml}</row>`
  }

  function openSheet(): void {
    zip.open(`xl/worksheets/sheet${sheets.length + 1}.xml`)
    const cols = widths.map((width, index) => {
      const shown = Math.min(maxWidth, Math.max(minWidth, width))
      return `<col min="${index + 1}" max="${index + 1}" width="${shown}" customWidth="1"/>`
    })
    zip.write(
      `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${rowXml(1, headers)}`,
    )
    for (const xml of sample ?? []) zip.write(xml)
    sample = undefined
  }

  function closeSheet(): void {
    zip.write(`</sheetData><autoFilter ref="A1:${lastColumn}${row}"/></worksheet>`)
    zip.close()
    sheets.push(row)
    row = 1
  }

  /** Returns the cells of a record. */
  function cellsOf(
    bytes: Uint8Array,
    spans: Parameters<RecordWriter['record']>[1],
    position: number,
  ): (XlsxCell | undefined)[] {
    const cells = spans.map((span, index) => {
      const cell = xlsxCell(bytes, span, hasDates[index] === true)
      const path = paths[index]
      if (cell?.isKeptAsText === true && span !== undefined && path !== undefined && !kept.has(path))
        kept.set(path, { path, record: position + 1, value: shortened(bytes, span) })
      return cell
    })
    const others = further?.of(bytes)
    if (others !== undefined) cells[paths.length] = textCell(others)
    const tooLong = cells.findIndex((cell) => (cell?.length ?? 0) > maxCellLength)
    if (tooLong >= 0) throw exceedsCell(titles[tooLong] ?? '', position, cells[tooLong]?.length ?? 0)
    return cells
  }

  return {
    paths,
    record: (bytes, spans, position) => {
      const cells = cellsOf(bytes, spans, position)
      if (row === limits.rows || zip.partBytes > limits.bytes) {
        closeSheet()
        openSheet()
      }
      row += 1
      const xml = rowXml(row, cells)
      if (sample === undefined) {
        zip.write(xml)
        return
      }
      for (const [index, cell] of cells.entries()) widths[index] = Math.max(widths[index] ?? 0, (cell?.length ?? 0) + 1)
      sample.push(xml)
      if (sample.length === sampleRows || row === limits.rows) openSheet()
    },
    end: () => {
      if (sample !== undefined) openSheet()
      closeSheet()
      addWorkbook(zip, sheets, lastColumn)
      zip.end()
    },
    notes: () => ({ sheets: sheets.length, textColumns: [...kept.values()] }),
  }
}

/** Adds what lists the sheets. */
function addWorkbook(zip: ZipOutput, rows: readonly number[], lastColumn: string): void {
  const nameOf = (index: number): string => (index === 0 ? 'Records' : `Records ${index + 1}`)
  const each = (xml: (index: number, rows: number) => string): string =>
    rows.map((count, index) => xml(index, count)).join('')
  zip.add(
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${document}"><bookViews><workbookView/></bookViews><sheets>${each(
      (index) => `<sheet name="${nameOf(index)}" sheetId="${index + 1}" r:id="rId${index + 2}"/>`,
    )}</sheets><definedNames>${each(
      (index, count) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${nameOf(index)}'!$A$1:$${lastColumn}$${count}</definedName>`,
    )}</definedNames></workbook>`,
  )
  zip.add(
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${document}/styles" Target="styles.xml"/>${each(
      (index) =>
        `<Relationship Id="rId${index + 2}" Type="${document}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )}</Relationships>`,
  )
  zip.add(
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${each(
      (index) =>
        `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`,
    )}</Types>`,
  )
}

/** Returns a column's letters: A to Z, then AA. */
function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return `${before === 0 ? '' : columnLetters(before - 1)}${String.fromCharCode(65 + (index % 26))}`
}

function exceedsCell(title: string, position: number, length: number): ClavisError {
  return new ClavisError(
    'input-invalid',
    `Record ${position + 1}: “${title}” has ${length.toLocaleString('en')} characters. A cell of Excel holds ${maxCellLength.toLocaleString('en')}.`,
    { hint: 'Leave the column out, or choose CSV or Parquet.' },
  )
}
