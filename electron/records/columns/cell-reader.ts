import type { Cell } from '../../../shared/model/lists/list.ts'
import { splitPath } from '../../../shared/model/lists/column-path.ts'
import { byte } from '../json/json-bytes.ts'
import { JsonReader } from '../json/json-reader.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'

/** Where the wanted members lie: by name, level by level. */
interface WantedNode {
  /** Place among the wanted paths; undefined where only members below are wanted. */
  index: number | undefined
  readonly children: Map<string, WantedNode>
}

/** Longest text of a cell, characters. */
const longestText = 500

/** Reads some columns' cells out of records' exact bytes. Of several members of one name the first counts. */
export class CellReader {
  readonly #root: WantedNode = { index: undefined, children: new Map() }
  readonly #count: number

  /** @param paths columns as `columnSchema` writes them */
  constructor(paths: readonly string[]) {
    this.#count = paths.length
    for (const [index, path] of paths.entries()) {
      let node = this.#root
      for (const name of splitPath(path)) {
        let child = node.children.get(name)
        if (child === undefined) {
          child = { index: undefined, children: new Map() }
          node.children.set(name, child)
        }
        node = child
      }
      node.index ??= index
      // A record that is no object at all stands in the column with the empty path.
      if (path === '') this.#root.index ??= index
    }
  }

  /** For each path the exact span of its value in the record; undefined where the record has no such member. */
  spans(record: Uint8Array): ({ readonly start: number; readonly end: number } | undefined)[] {
    const spans: ({ start: number; end: number } | undefined)[] = new Array<undefined>(this.#count).fill(undefined)
    const reader = new JsonReader(record)
    const visit = (node: WantedNode): void => {
      const first = reader.peek()
      const start = reader.position
      if (first === byte.openBrace && node.children.size > 0) this.#readMembers(reader, node, visit, spans)
      else reader.skipValue()
      const isWholeObject = node === this.#root && first === byte.openBrace
      if (node.index !== undefined && !isWholeObject) spans[node.index] ??= { start, end: reader.position }
    }
    visit(this.#root)
    return spans
  }

  #readMembers(
    reader: JsonReader,
    node: WantedNode,
    visit: (node: WantedNode) => void,
    spans: readonly unknown[],
  ): void {
    reader.take(byte.openBrace)
    if (reader.takes(byte.closeBrace)) return
    const seen = new Set<WantedNode>()
    do {
      reader.peek()
      const nameStart = reader.position
      reader.readString()
      const child = node.children.get(decodeString(reader.bytes, nameStart, reader.position))
      reader.take(byte.colon)
      const isSecond =
        child !== undefined && (seen.has(child) || (child.index !== undefined && spans[child.index] !== undefined))
      if (child === undefined || isSecond) reader.skipValue()
      else {
        seen.add(child)
        visit(child)
      }
    } while (reader.takes(byte.comma))
    reader.take(byte.closeBrace)
  }

  /** For each path the cell to show; null where the record has no such member. */
  cells(record: Uint8Array): (Cell | null)[] {
    return this.spans(record).map((span) => (span === undefined ? null : cellOf(record, span.start, span.end)))
  }
}

function cellOf(record: Uint8Array, start: number, end: number): Cell {
  const kind = kindOf(record[start] ?? 0)
  // Cut before it is decoded: a text of a megabyte is not built for a cell of a few words. One character has at most
  // four bytes, an escape six.
  const most = start + longestText * 6
  const text =
    kind === 'text' ? decodeString(record, start, Math.min(end, most)) : utf8Text(record, start, Math.min(end, most))
  if (text.length <= longestText && end <= most) return { kind, text }
  return { kind, text: text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/u, ''), cut: true }
}

/** The kind of the JSON value that begins with this byte. */
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
