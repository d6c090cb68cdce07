import { splitPath } from '#shared/lists/column-names.ts'
import type { Cell, Row } from '#shared/lists/list.ts'
import { byte } from '../json/json-bytes.ts'
import { JsonReader, type ValueSpan } from '../json/json-reader.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'

/** Maximum length of a cell's text in the table, characters. */
const maxTextLength = 500

/** Bytes of a value that {@link cellOf} looks at: as many escapes as a cell has characters, and the quotes. */
function bytesOf(characters: number): number {
  return characters * 6 + 2
}
export const maxCellLength = bytesOf(maxTextLength)

/** Maximum length of all texts of a whole row, characters: as much as the clipboard takes. */
export const maxRowLength = 64 * 1024 * 1024

/** Reads some columns' cells out of records' exact bytes. Of several members of one name the first counts. */
export class CellReader {
  readonly #root: PathNode
  readonly #count: number

  /** @param paths columns as `columnSchema` writes them */
  constructor(paths: readonly string[]) {
    this.#root = pathTree(paths)
    this.#count = paths.length
  }

  /** Finds the exact span of each path's value in the record; undefined if the record has no such field. */
  spans(record: Uint8Array): (ValueSpan | undefined)[] {
    const spans = new Array<ValueSpan | undefined>(this.#count).fill(undefined)
    this.#readValue(new JsonReader(record), this.#root, spans)
    return spans
  }

  #readValue(reader: JsonReader, node: PathNode, spans: (ValueSpan | undefined)[]): void {
    const isObject = reader.peek() === byte.openBrace
    const start = reader.position
    if (isObject && node.children.size > 0) this.#readMembers(reader, node, spans)
    else reader.skipValue()
    // The column with the empty path shows records that are not objects.
    if (node.index !== undefined && !(isObject && node === this.#root))
      spans[node.index] ??= { start, end: reader.position }
  }

  #readMembers(reader: JsonReader, node: PathNode, spans: (ValueSpan | undefined)[]): void {
    const seen = new Set<PathNode>()
    reader.readMembers((name) => {
      const child = node.children.get(name)
      const isRepeated =
        child !== undefined && (seen.has(child) || (child.index !== undefined && spans[child.index] !== undefined))
      if (child === undefined || isRepeated) reader.skipValue()
      else {
        seen.add(child)
        this.#readValue(reader, child, spans)
      }
    })
  }

  /**
   * Returns the record at this position as a row with a cell for each path.
   * @param most characters of a cell
   * @param total characters of all cells: one field may be within another, so they may have more than the record
   */
  row(position: number, record: Uint8Array, most = maxTextLength, total = Number.POSITIVE_INFINITY): Row {
    let left = total
    const cells = this.spans(record).map((span) => {
      const cell = span && cellOf(record, span.start, span.end, Math.min(most, left))
      left -= cell?.text.length ?? 0
      return cell
    })
    return {
      position,
      texts: cells.map((cell) => cell?.text ?? ''),
      kinds: cells.map((cell) => cell?.kind ?? 'absent'),
      cut: cells.flatMap((cell, index) => (cell?.cut === true ? [index] : [])),
    }
  }
}

/** Returns the value from `start` to `end` as a cell. @param most characters of its text, which is cut after them */
export function cellOf(bytes: Uint8Array, start: number, end: number, most = maxTextLength): Cell {
  const kind = kindOf(bytes[start] ?? 0)
  // Cut before it is decoded, so that a megabyte of text is not built for a cell of a few words.
  const stop = Math.min(end, start + bytesOf(most))
  const isWholeText = stop === end && stop - start > 1 && bytes[stop - 1] === byte.quote
  const text =
    kind === 'text' ? decodeString(bytes, start, isWholeText ? stop : stop + 1) : utf8Text(bytes, start, stop)
  if (stop === end && text.length <= most) return { kind, text }
  return { kind, text: text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, ''), cut: true }
}

/** Returns the kind of the JSON value that starts with this byte. */
export function kindOf(first: number): Cell['kind'] {
  switch (first) {
    case byte.quote:
      return 'text'
    case byte.openBrace:
      return 'object'
    case byte.openBracket:
      return 'list'
    case byte.lowerN:
      return 'null'
    case byte.lowerT:
    case byte.lowerF:
      return 'boolean'
    default:
      return 'number'
  }
}

/** A field with those of its fields that paths lead through. */
export interface PathNode {
  /** Index of its path; undefined if only fields below it have one. */
  index: number | undefined
  readonly children: Map<string, PathNode>
}

/** Arranges columns' paths as a tree of fields, from the record on. */
export function pathTree(paths: readonly string[]): PathNode {
  const root: PathNode = { index: undefined, children: new Map() }
  for (const [index, path] of paths.entries()) {
    let node = root
    for (const name of splitPath(path)) {
      const child = node.children.get(name) ?? { index: undefined, children: new Map<string, PathNode>() }
      node.children.set(name, child)
      node = child
    }
    node.index ??= index
    // A record that is not an object is in the column with the empty path.
    if (path === '') root.index ??= index
  }
  return root
}
