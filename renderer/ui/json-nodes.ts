import { isLosslessNumber, parse } from 'lossless-json'

/** A value of a JSON text, with numbers as the digits that were sent. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text' | 'number' | 'boolean' | 'null'; readonly text: string }

/** Reads JSON without rounding a number. Of several members of one name, all are kept. @throws SyntaxError */
export function readJson(text: string): JsonNode {
  return toNode(parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }))
}

function toNode(value: unknown): JsonNode {
  if (value === null || value === undefined) return { kind: 'null', text: 'null' }
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) }
  if (isLosslessNumber(value)) return { kind: 'number', text: value.value }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(toNode) }
  return { kind: 'object', entries: Object.entries(value).map(([name, part]) => [name, toNode(part)] as const) }
}

/** A line of the drawn tree. */
export interface JsonLine {
  /** Where the value is: member names and places, joined; the key of the line. */
  readonly path: string
  readonly depth: number
  /** The member's name or the item's place; undefined at the top. */
  readonly label: string | undefined
  readonly node: JsonNode
  /** Set where the line stands for more items than are drawn at once. */
  readonly more?: number
}

/** How many items of one list or object are drawn before the rest is asked for. */
export const drawnAtOnce = 100

/**
 * The lines to draw, top down, of the nodes that are open.
 * @param open paths of the open nodes
 * @param shown how many items are drawn of a path's node, where more than {@link drawnAtOnce}
 */
export function linesOf(root: JsonNode, open: ReadonlySet<string>, shown: ReadonlyMap<string, number>): JsonLine[] {
  const lines: JsonLine[] = []
  const visit = (node: JsonNode, path: string, depth: number, label: string | undefined): void => {
    lines.push({ path, depth, label, node })
    if (!open.has(path) || (node.kind !== 'object' && node.kind !== 'list')) return
    const parts: readonly (readonly [string, JsonNode])[] =
      node.kind === 'object' ? node.entries : node.items.map((item, index) => [String(index), item] as const)
    const limit = shown.get(path) ?? drawnAtOnce
    for (const [name, part] of parts.slice(0, limit)) visit(part, childPath(path, name, node.kind), depth + 1, name)
    if (parts.length > limit)
      lines.push({ path: `${path}…`, depth: depth + 1, label: undefined, node, more: parts.length - limit })
  }
  visit(root, '$', 0, undefined)
  return lines
}

/** A JSONPath (RFC 9535) of a member or item. */
export function childPath(parent: string, name: string, kind: 'object' | 'list'): string {
  if (kind === 'list') return `${parent}[${name}]`
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`
}

/** What a closed node holds, in a few words. */
export function summaryOf(node: JsonNode): string {
  if (node.kind === 'object') return node.entries.length === 0 ? '{}' : `{ ${count(node.entries.length, 'member')} }`
  if (node.kind === 'list') return node.items.length === 0 ? '[]' : `[ ${count(node.items.length, 'item')} ]`
  return node.text
}

function count(number: number, word: string): string {
  return number === 1 ? `1 ${word}` : `${number.toLocaleString()} ${word}s`
}

/** The paths that are open at first: as far down as a screen or two can show. */
export function openAtFirst(root: JsonNode): ReadonlySet<string> {
  const open = new Set<string>()
  let budget = 60
  const visit = (node: JsonNode, path: string, depth: number): void => {
    if (node.kind !== 'object' && node.kind !== 'list') return
    const parts =
      node.kind === 'object' ? node.entries : node.items.map((item, index) => [String(index), item] as const)
    if (depth > 0 && (parts.length > budget || parts.length === 0)) return
    budget -= parts.length
    open.add(path)
    for (const [name, part] of parts.slice(0, drawnAtOnce)) visit(part, childPath(path, name, node.kind), depth + 1)
  }
  visit(root, '$', 0)
  return open
}
