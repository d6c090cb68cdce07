import type { Cell } from '#shared/lists/list.ts'
import type { RecordRow } from '../record-columns.ts'

/** Creates a record of the table with a cell for each path; a text stands for a cell of text. */
export function row(cells: Readonly<Record<string, Cell | string>>): RecordRow {
  const values = Object.values(cells).map((cell): Cell =>
    typeof cell === 'string' ? { kind: 'text', text: cell } : cell,
  )
  return {
    position: 0,
    texts: values.map(({ text }) => text),
    kinds: values.map(({ kind }) => kind),
    cut: values.flatMap(({ cut }, index) => (cut === true ? [index] : [])),
    places: new Map(Object.keys(cells).map((path, place) => [path, place])),
  }
}
