/** A value of a JSON text, with numbers as the digits that were sent. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text' | 'number' | 'boolean' | 'null'; readonly text: string }

/** Reads JSON without rounding a number. Members stay in their order; of several of one name, all are kept. @throws SyntaxError */
export function readJson(text: string): JsonNode {
  // What is no JSON is told by who knows it best; what comes through is only taken apart.
  JSON.parse(text)
  return new NodeReader(text).value()
}

/** A list or an object of which not all was read yet. */
interface UnclosedNode {
  readonly kind: 'object' | 'list'
  /** Of an object's members; one more than there are values while a member's value is being read. */
  readonly names: string[]
  readonly values: JsonNode[]
}

/** Takes JSON apart that is known to be such. How deep it is does not matter: nothing here calls itself. */
class NodeReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(): JsonNode {
    const unclosed: UnclosedNode[] = []
    for (;;) {
      const holder = unclosed.at(-1)
      const sign = this.#next()
      if (sign === '{' || sign === '[') {
        this.#at += 1
        unclosed.push({ kind: sign === '{' ? 'object' : 'list', names: [], values: [] })
        continue
      }
      const isEnd = sign === '}' || sign === ']'
      if (!isEnd && holder?.kind === 'object' && holder.names.length === holder.values.length) {
        holder.names.push(this.#string())
        continue
      }
      const node = isEnd && holder !== undefined ? this.#closed(holder) : this.#scalar(sign)
      if (isEnd) unclosed.pop()
      const parent = unclosed.at(-1)
      if (parent === undefined) return node
      parent.values.push(node)
    }
  }

  /** What comes next but for blanks and the signs between parts. */
  #next(): string {
    while (' \t\n\r,:'.includes(this.#text.charAt(this.#at))) this.#at += 1
    return this.#text.charAt(this.#at)
  }

  #closed({ kind, names, values }: UnclosedNode): JsonNode {
    this.#at += 1
    if (kind === 'list') return { kind, items: values }
    return { kind, entries: values.map((value, place) => [names[place] ?? '', value] as const) }
  }

  #scalar(sign: string): JsonNode {
    return sign === '"' ? { kind: 'text', text: this.#string() } : this.#literal()
  }

  #string(): string {
    const start = this.#at
    for (this.#at += 1; this.#text.charAt(this.#at) !== '"'; this.#at += 1)
      if (this.#text.charAt(this.#at) === '\\') this.#at += 1
    this.#at += 1
    return JSON.parse(this.#text.slice(start, this.#at)) as string
  }

  #literal(): JsonNode {
    const start = this.#at
    while (/[-+.\w]/u.test(this.#text.charAt(this.#at))) this.#at += 1
    const text = this.#text.slice(start, this.#at)
    const kind = text === 'null' ? 'null' : text === 'true' || text === 'false' ? 'boolean' : 'number'
    return { kind, text }
  }
}

/** A value as JSON, without blanks, however deep it is. */
export function jsonText(node: JsonNode): string {
  const written: string[] = []
  /** What is still to be written, the next one last. */
  const rest: (JsonNode | string)[] = [node]
  for (let next = rest.pop(); next !== undefined; next = rest.pop())
    if (typeof next === 'string') written.push(next)
    else if (next.kind === 'object' || next.kind === 'list')
      for (const part of inside(next).toReversed()) rest.push(part)
    else written.push(next.kind === 'text' ? JSON.stringify(next.text) : next.text)
  return written.join('')
}

/** The signs of a list or an object, and between them its values. */
function inside(node: JsonNode & { readonly kind: 'object' | 'list' }): (JsonNode | string)[] {
  if (node.kind === 'list')
    return ['[', ...node.items.flatMap((item, place) => (place === 0 ? [item] : [',', item])), ']']
  const members = node.entries.flatMap(([name, value], place) => [
    `${place === 0 ? '' : ','}${JSON.stringify(name)}:`,
    value,
  ])
  return ['{', ...members, '}']
}

/** A line of the drawn tree. */
export interface JsonLine {
  /** Where the value is: member names and places, joined; the key of the line. */
  readonly path: string
  readonly depth: number
  /** The member's name or the item's place; undefined at the top. */
  readonly label: string | undefined
  readonly node: JsonNode
  /** Set where the line stands for more items than are drawn at once; `node` is then what they are in. */
  readonly more?: UndrawnItems
}

/** Items that are not drawn yet. */
export interface UndrawnItems {
  readonly count: number
  /** Where the list or object is that they are in. */
  readonly holder: string
  /** Where the first of them is. */
  readonly first: string
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
    const parts = partsOf(node, path)
    const limit = shown.get(path) ?? drawnAtOnce
    for (const part of parts.slice(0, limit)) visit(part.node, part.path, depth + 1, part.name)
    const first = parts[limit]?.path
    if (first !== undefined) {
      const more = { count: parts.length - limit, holder: path, first }
      lines.push({ path: `${path}…`, depth: depth + 1, label: undefined, node, more })
    }
  }
  visit(root, '$', 0, undefined)
  return lines
}

/** A member or item, and where it is. */
interface JsonPart {
  readonly name: string
  readonly path: string
  readonly node: JsonNode
}

function partsOf(parent: JsonNode & { readonly kind: 'object' | 'list' }, path: string): JsonPart[] {
  if (parent.kind === 'list')
    return parent.items.map((node, index) => ({
      name: String(index),
      path: childPath(path, String(index), 'list'),
      node,
    }))
  const times = new Map<string, number>()
  return parent.entries.map(([name, node]) => {
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    // No JSONPath tells members of one name apart, and each line needs a place of its own.
    return { name, path: `${childPath(path, name, 'object')}${time === 1 ? '' : ` (${time})`}`, node }
  })
}

/** A JSONPath (RFC 9535) of a member or item. */
export function childPath(parent: string, name: string, kind: 'object' | 'list'): string {
  if (kind === 'list') return `${parent}[${name}]`
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`
}

/** What a closed node holds, in a few words. */
export function summaryOf(node: JsonNode): string {
  if (node.kind === 'object') return node.entries.length === 0 ? '{}' : `{ ${count(node.entries.length, 'field')} }`
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
    const parts = partsOf(node, path)
    if (depth > 0 && (parts.length > budget || parts.length === 0)) return
    budget -= parts.length
    open.add(path)
    for (const part of parts.slice(0, drawnAtOnce)) visit(part.node, part.path, depth + 1)
  }
  visit(root, '$', 0)
  return open
}
