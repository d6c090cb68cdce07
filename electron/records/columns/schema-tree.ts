import { Buffer } from 'node:buffer'
import { childPath, splitPath } from '#shared/lists/column-names.ts'
import type { Column, ColumnType } from '#shared/lists/list.ts'
import { byte } from '../json/json-bytes.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { grown } from '../storage/byte-spans.ts'

/** Maximum number of columns that are discovered; further fields stay in the records without a column. */
export const maxDataColumns = 2000

/** Maximum number of fields that are tracked while columns are discovered, including parents of columns. */
const maxNodes = 10_000

/** What values a column has had. `nested`: objects whose members have columns of their own. */
export const valueKind = {
  text: 0,
  datetime: 1,
  number: 2,
  boolean: 3,
  null: 4,
  list: 5,
  object: 6,
  nested: 7,
} as const
export type ValueKind = (typeof valueKind)[keyof typeof valueKind]
const kinds = 8

/** A member that was seen at some place in the records. */
export interface ColumnNode {
  readonly path: string
  /** Place of its counts. */
  readonly id: number
  /** The name's bytes between its quotes as first received, escapes included. */
  readonly rawName: Uint8Array
  /** Children by name as received between the quotes, one entry for each spelling. */
  readonly children: Map<string, ColumnNode>
  firstChild: ColumnNode | undefined
  /** The sibling that last followed this one: most likely it does in the next record, too. */
  following: ColumnNode | undefined
  /** Number of the last record that had it. */
  seenIn: number
}

/**
 * The columns of a dataset, discovered from its values. The counts of a page are separate until {@link commit}, so that
 * an invalid page changes nothing.
 */
export class SchemaTree {
  readonly root: ColumnNode
  #nodes: ColumnNode[] = []
  #columns = 0
  #cut = false
  #escapedNames = false
  #isColumn = new Uint8Array(64)
  #page = new Int32Array(64 * kinds)
  #total = new Float64Array(64 * kinds)

  constructor() {
    this.root = this.#newNode('', new Uint8Array())
  }

  /** Whether members were left without a column because there were too many. */
  get cut(): boolean {
    return this.#cut
  }

  /**
   * Returns the child whose name is between `start` and `end`, creating it if it is new; undefined if there are too
   * many.
   */
  child(parent: ColumnNode, bytes: Uint8Array, start: number, end: number): ColumnNode | undefined {
    const raw = utf8Text(bytes, start, end)
    const known = parent.children.get(raw)
    if (known !== undefined) return known
    const name = decodeString(bytes, start - 1, end + 1)
    const node = this.#childNamed(parent, name, bytes.slice(start, end))
    if (node !== undefined) parent.children.set(raw, node)
    return node
  }

  #childNamed(parent: ColumnNode, name: string, rawName: Uint8Array): ColumnNode | undefined {
    if (rawName.includes(byte.backslash)) this.#escapedNames = true
    const path = childPath(parent === this.root ? undefined : parent.path, name)
    if (this.#escapedNames) for (const sibling of parent.children.values()) if (sibling.path === path) return sibling
    if (this.#nodes.length >= maxNodes || this.#columns >= maxDataColumns) {
      this.#cut = true
      return undefined
    }
    return this.#newNode(path, rawName)
  }

  #newNode(path: string, rawName: Uint8Array): ColumnNode {
    const node: ColumnNode = {
      path,
      id: this.#nodes.length,
      rawName,
      children: new Map(),
      firstChild: undefined,
      following: undefined,
      seenIn: -1,
    }
    // A member without a name shares the column of records that are no objects: both have the empty path.
    if (path === '' && this.#nodes.length > 0) return { ...node, id: this.root.id }
    this.#nodes.push(node)
    if (this.#nodes.length > this.#isColumn.length) this.#grow()
    return node
  }

  #grow(): void {
    this.#isColumn = grown(this.#isColumn, this.#isColumn.length * 2)
    this.#page = grown(this.#page, this.#page.length * 2)
    this.#total = grown(this.#total, this.#total.length * 2)
  }

  /** Counts a value of the current page. */
  count(node: ColumnNode, kind: ValueKind): void {
    if (this.#isColumn[node.id] === 0 && kind !== valueKind.nested && !this.#makeColumn(node.id)) return
    const at = node.id * kinds + kind
    this.#page[at] = (this.#page[at] ?? 0) + 1
  }

  #makeColumn(id: number): boolean {
    if (this.#isColumn[id] === 1) return true
    if (this.#columns >= maxDataColumns) {
      this.#cut = true
      return false
    }
    this.#isColumn[id] = 1
    this.#columns += 1
    return true
  }

  /** Adds the counts of the current page to the totals. */
  commit(): void {
    const end = this.#nodes.length * kinds
    for (let at = 0; at < end; at += 1) {
      const count = this.#page[at] ?? 0
      if (count !== 0) this.#total[at] = (this.#total[at] ?? 0) + count
    }
    this.#page.fill(0, 0, end)
  }

  /** Returns how many values of each kind the current page has in a field. */
  pageCounts(id: number): Int32Array {
    return this.#page.subarray(id * kinds, (id + 1) * kinds)
  }

  /** Adds the counts of an earlier page, or subtracts them if `sign` is -1. */
  add(id: number, counts: Uint32Array, sign: 1 | -1): void {
    if (id >= this.#nodes.length) return
    for (const [kind, count] of counts.entries()) {
      const at = id * kinds + kind
      this.#total[at] = (this.#total[at] ?? 0) + sign * count
    }
    if (counts.some((count, kind) => count > 0 && kind !== valueKind.nested)) this.#makeColumn(id)
  }

  /** Number of tracked fields; their numbers are below it. */
  get size(): number {
    return this.#nodes.length
  }

  /** The paths of the members from the given number on, in the order of their numbers. */
  pathsFrom(id: number): string[] {
    return this.#nodes.slice(id).map(({ path }) => path)
  }

  /** Adds the fields that another tree returned from {@link pathsFrom}, in the same order. */
  restore(paths: readonly string[]): void {
    for (const path of paths) {
      let node: ColumnNode | undefined = this.root
      for (const name of splitPath(path)) {
        const written = Buffer.from(JSON.stringify(name))
        node = node && this.child(node, written, 1, written.length - 1)
      }
    }
  }

  /** Discards the counts of the current page. */
  discard(): void {
    this.#page.fill(0, 0, this.#nodes.length * kinds)
  }

  /** The columns in the order they were discovered. */
  columns(): Column[] {
    return this.#nodes.flatMap((node) => {
      const counts = this.#countsOf(node)
      const direct = counts.subarray(0, valueKind.nested)
      if (!direct.some((count) => count > 0)) return []
      const filled = counts.reduce((sum, count) => sum + count, 0) - (counts[valueKind.null] ?? 0)
      return [{ path: node.path, type: typeOf(counts), filled }]
    })
  }

  /** Describes the field with this path; undefined if there is none. */
  describe(path: string): { readonly id: number; readonly type: ColumnType } | undefined {
    const node = this.#nodes.find((candidate) => candidate.path === path)
    return node && { id: node.id, type: typeOf(this.#countsOf(node)) }
  }

  /** Returns whether the field with this path has a number among its values. */
  hasNumbers(path: string): boolean {
    const node = this.#nodes.find((candidate) => candidate.path === path)
    return node !== undefined && (this.#countsOf(node)[valueKind.number] ?? 0) > 0
  }

  #countsOf(node: ColumnNode): Float64Array {
    return this.#total.subarray(node.id * kinds, (node.id + 1) * kinds)
  }
}

/** A few odd values, such as an empty text among dates, don't change the type of a column of numbers or dates. */
function typeOf(counts: Float64Array): ColumnType {
  const has = (kind: ValueKind): boolean => (counts[kind] ?? 0) > 0
  const filled = counts.reduce((sum, count) => sum + count, 0) - (counts[valueKind.null] ?? 0)
  if ((counts[valueKind.datetime] ?? 0) > filled / 2) return 'datetime'
  if ((counts[valueKind.number] ?? 0) > filled / 2) return 'number'
  const types = new Set<ColumnType>()
  if (has(valueKind.text)) types.add('text')
  else if (has(valueKind.datetime)) types.add('datetime')
  if (has(valueKind.number)) types.add('number')
  if (has(valueKind.boolean)) types.add('boolean')
  if (has(valueKind.list)) types.add('list')
  if (has(valueKind.object) || has(valueKind.nested)) types.add('object')
  const [only, ...others] = types
  if (only === undefined) return 'null'
  return others.length === 0 ? only : 'mixed'
}
