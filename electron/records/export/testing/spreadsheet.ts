import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Returns the cells that a spreadsheet program (Gnumeric) reads from a CSV file: formulas that it would calculate, and
 * all others.
 * @param folder for its files
 */
export async function openInSpreadsheet(
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
