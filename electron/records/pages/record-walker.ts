import { valueKind, type ColumnNode, type SchemaTree } from '../columns/schema-tree.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { JsonReader } from '../json/json-reader.ts'
import { unescapedString } from '../json/json-string.ts'
import type { PageColumnIndex } from '../storage/page-column-index.ts'
import { isDatetime } from '../values/instant.ts'

/** Maximum depth of nested objects whose fields become columns; a deeper object is one column. */
export const maxColumnDepth = 64

/**
 * Reads records to their last byte, counts their values in a {@link SchemaTree} and notes their positions. Of several
 * fields of an object with the same name the first counts, as in SQLite.
 *
 * This is the innermost loop of loading a list, so it is written for speed: the usual case (no white space, no escapes,
 * fields in the same order as in the previous record) is read here directly; for everything else, faults included, the
 * {@link JsonReader} takes over at that byte.
 */
export class RecordWalker {
  readonly #tree: SchemaTree
  readonly #log: PageColumnIndex
  #reader = new JsonReader(new Uint8Array())
  /** Number of the current record, to detect repeated fields. */
  #record = 0
  /** Whether the last string has escapes. */
  #hasEscapes = false

  /** @param log receives the position of each value */
  constructor(tree: SchemaTree, log: PageColumnIndex) {
    this.#tree = tree
    this.#log = log
  }

  /** Takes the next value, a record. */
  walk(reader: JsonReader): void {
    this.#reader = reader
    this.#record += 1
    const first = reader.peek()
    reader.position =
      first === byte.openBrace
        ? this.#object(reader.bytes, reader.position, this.#tree.root, 1, true)
        : this.#value(reader.bytes, reader.position, this.#tree.root, 1)
  }

  /** Reads the object whose brace is at `start` and returns the offset after it, like all functions below. */
  #object(bytes: Uint8Array, start: number, node: ColumnNode, depth: number, isRecord: boolean): number {
    const tree = this.#tree
    let at = this.#blank(bytes, start + 1)
    // A record without members is a row without cells; an empty object inside one is a value.
    if (bytes[at] === byte.closeBrace) {
      if (!isRecord) {
        tree.count(node, valueKind.object)
        this.#log.add(node.id, start, at + 1)
      }
      return at + 1
    }
    if (!isRecord) tree.count(node, valueKind.nested)
    let previous: ColumnNode | undefined
    for (;;) {
      const guess = previous === undefined ? node.firstChild : previous.following
      let child: ColumnNode | undefined
      if (guess !== undefined && isName(bytes, at, guess.rawName)) {
        child = guess
        at += guess.rawName.length + 2
      } else {
        const nameEnd = this.#string(bytes, at)
        child = tree.child(node, bytes, at + 1, nameEnd - 1)
        if (child !== undefined) {
          if (previous === undefined) node.firstChild = child
          else previous.following = child
        }
        at = nameEnd
      }
      at = this.#blank(bytes, at)
      if (bytes[at] !== byte.colon) throw this.#fault(at)
      at = this.#blank(bytes, at + 1)
      if (child === undefined || child.seenIn === this.#record) at = this.#skip(at)
      else {
        child.seenIn = this.#record
        at = this.#value(bytes, at, child, depth)
        previous = child
      }
      at = this.#blank(bytes, at)
      if (bytes[at] === byte.comma) at = this.#blank(bytes, at + 1)
      else if (bytes[at] === byte.closeBrace) {
        if (!isRecord) this.#log.add(node.id, start, at + 1)
        return at + 1
      } else throw this.#fault(at)
    }
  }

  #value(bytes: Uint8Array, start: number, node: ColumnNode, depth: number): number {
    const first = bytes[start] ?? 0
    if (first === byte.openBrace && depth < maxColumnDepth) return this.#object(bytes, start, node, depth + 1, false)
    const end = this.#simpleValue(bytes, start, first, node)
    this.#log.add(node.id, start, end)
    return end
  }

  #simpleValue(bytes: Uint8Array, start: number, first: number, node: ColumnNode): number {
    const tree = this.#tree
    if (first === byte.quote) {
      const end = this.#string(bytes, start)
      tree.count(node, isDate(bytes, start, end, this.#hasEscapes) ? valueKind.datetime : valueKind.text)
      return end
    }
    if (first === byte.minus || isDigit(first)) {
      this.#reader.position = start
      this.#reader.readNumber()
      tree.count(node, valueKind.number)
      return this.#reader.position
    }
    if (first === byte.lowerT || first === byte.lowerF || first === byte.lowerN) {
      this.#reader.position = start
      this.#reader.readLiteral()
      tree.count(node, first === byte.lowerN ? valueKind.null : valueKind.boolean)
      return this.#reader.position
    }
    const end = this.#skip(start)
    tree.count(node, first === byte.openBrace ? valueKind.object : valueKind.list)
    return end
  }

  /** Offset of the first byte from `at` on that is no white space. */
  #blank(bytes: Uint8Array, at: number): number {
    if ((bytes[at] ?? 0) > byte.space) return at
    this.#reader.position = at
    this.#reader.peek()
    return this.#reader.position
  }

  #string(bytes: Uint8Array, start: number): number {
    if (bytes[start] === byte.quote) {
      let at = start + 1
      let value = bytes[at] ?? 0
      while (value !== byte.quote && value >= byte.space && value !== byte.backslash) {
        at += 1
        value = bytes[at] ?? 0
      }
      this.#hasEscapes = value !== byte.quote
      if (value === byte.quote) return at + 1
    }
    this.#reader.position = start
    this.#reader.readString()
    return this.#reader.position
  }

  #skip(start: number): number {
    this.#reader.position = start
    this.#reader.skipValue()
    return this.#reader.position
  }

  #fault(at: number): Error {
    return this.#reader.fault(at)
  }
}

function isDate(bytes: Uint8Array, start: number, end: number, hasEscapes: boolean): boolean {
  if (!hasEscapes) return isDatetime(bytes, start + 1, end - 1)
  const unescaped = unescapedString(bytes, start, end)
  return unescaped !== undefined && isDatetime(unescaped, 1, unescaped.length - 1)
}

/** Whether the string at `start` is exactly this name. */
function isName(bytes: Uint8Array, start: number, rawName: Uint8Array): boolean {
  const { length } = rawName
  if (bytes[start] !== byte.quote || bytes[start + length + 1] !== byte.quote) return false
  for (let at = 0; at < length; at += 1) if (rawName[at] !== bytes[start + 1 + at]) return false
  return true
}
