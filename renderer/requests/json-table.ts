import { readJson, summaryOf, type JsonNode } from '../ui/json/json-nodes.ts'

/** Records of a body as rows and columns, each cell as the text that was sent. */
export interface JsonTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Total number of rows; only the first ones are in {@link rows}. */
  readonly count: number
}

const drawnRows = 500

/**
 * Converts a body to a table: an array of objects, or an object with exactly one such array.
 * @returns undefined for any other body
 */
export function jsonTable(body: string): JsonTable | undefined {
  const records = recordsOf(body)
  if (records === undefined) return undefined
  const shown = records.slice(0, drawnRows)
  const columns = [...new Set(shown.flatMap((record) => record.entries.map(([name]) => name)))]
  const rows = shown.map((record) => {
    const cells = new Map(record.entries)
    return columns.map((name) => {
      const cell = cells.get(name)
      return cell === undefined ? '' : summaryOf(cell)
    })
  })
  return { columns, rows, count: records.length }
}

type ObjectNode = Extract<JsonNode, { kind: 'object' }>

function recordsOf(body: string): readonly ObjectNode[] | undefined {
  let root: JsonNode
  try {
    root = readJson(body)
  } catch {
    // Not JSON: there is no table.
    return undefined
  }
  const lists = root.kind === 'object' ? root.entries.map(([, value]) => value).filter(isList) : [root].filter(isList)
  const [list, ...others] = lists
  if (list === undefined || others.length > 0 || list.items.length === 0) return undefined
  const objects = list.items.filter((item): item is ObjectNode => item.kind === 'object')
  return objects.length === list.items.length ? objects : undefined
}

function isList(node: JsonNode): node is Extract<JsonNode, { kind: 'list' }> {
  return node.kind === 'list'
}
