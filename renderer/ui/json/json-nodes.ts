/** A value of a JSON text, with numbers as the digits that were sent. */
export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, JsonNode])[] }
  | { readonly kind: 'list'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'text' | 'number' | 'boolean' | 'null'; readonly text: string }

/** Reads JSON without rounding a number. Members stay in their order; of several of one name, all are kept. @throws SyntaxError */
export function readJson(text: string): JsonNode {
  // JSON.parse reports invalid JSON best; valid JSON is then parsed into nodes.
  JSON.parse(text)
  return new NodeReader(text).value()
}

interface UnclosedNode {
  readonly kind: 'object' | 'list'
  /** Names of an object's fields; one more than values while a field's value is being parsed. */
  readonly names: string[]
  readonly values: JsonNode[]
}

/** Parses valid JSON into nodes. Works at any depth, because it is not recursive. */
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

/** Returns the brackets of an array or an object, and its values in between. */
function inside(node: JsonNode & { readonly kind: 'object' | 'list' }): (JsonNode | string)[] {
  if (node.kind === 'list')
    return ['[', ...node.items.flatMap((item, place) => (place === 0 ? [item] : [',', item])), ']']
  const members = node.entries.flatMap(([name, value], place) => [
    `${place === 0 ? '' : ','}${JSON.stringify(name)}:`,
    value,
  ])
  return ['{', ...members, '}']
}

export interface JsonLine {
  /** Path of the value, which is also the key of the line. */
  readonly path: string
  readonly depth: number
  /** The field's name or the item's index; undefined at the top. */
  readonly label: string | undefined
  readonly node: JsonNode
  /** Set if the line stands for items that are not rendered yet; `node` then contains them. */
  readonly more?: UndrawnItems
}

/** Items that are not rendered yet. */
export interface UndrawnItems {
  readonly count: number
  /** Path of the array or object that contains them. */
  readonly holder: string
  /** Path of the first of them. */
  readonly first: string
}

/** Number of items of an array or object that are rendered at first. */
export const drawnAtOnce = 100

/**
 * Returns the lines to render, from top to bottom, for the open nodes.
 * @param open paths of the open nodes
 * @param shown number of rendered items by path, if more than {@link drawnAtOnce}
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
    // JSONPath can't distinguish fields with the same name, but each line needs its own key.
    return { name, path: `${childPath(path, name, 'object')}${time === 1 ? '' : ` (${time})`}`, node }
  })
}

/** Returns the JSONPath (RFC 9535) of a field or item. */
export function childPath(parent: string, name: string, kind: 'object' | 'list'): string {
  if (kind === 'list') return `${parent}[${name}]`
  return /^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`
}

/** Summarizes what a closed node contains. */
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
