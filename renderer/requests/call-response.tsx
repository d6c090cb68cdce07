import { SegmentedControl, Table, Text } from '@mantine/core'
import { useState, type ReactElement, type ReactNode } from 'react'
import type { ApiResponse } from '#shared/requests/logged-request.ts'
import { readJson, summaryOf, type JsonNode } from '../ui/json/json-nodes.ts'
import { JsonTree } from '../ui/json/json-tree.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { CodeBlock } from '../ui/text/code-block.tsx'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { Mono } from '../ui/text/mono.tsx'
import classes from './call-response.module.css'

const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
const bytes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'byte', unitDisplay: 'long' })

type View = 'tree' | 'table' | 'text' | 'headers'

const viewNames: Readonly<Record<View, string>> = { tree: 'Tree', table: 'Table', text: 'Text', headers: 'Headers' }

interface CallResponseProps {
  readonly result: ApiResponse
  /** The button that closes it. */
  readonly close: ReactNode
}

/** Renders a response: its status, and its body as a tree, a table or text. */
export function CallResponse({ result, close }: CallResponseProps): ReactElement {
  const table = jsonTable(result.body)
  const views: View[] = ['tree', ...(table === undefined ? [] : ['table' as const]), 'text', 'headers']
  const [view, setView] = useState<View>('tree')
  return (
    <Panel
      title={`Status ${result.status}`}
      description={
        <>
          <Mono>{result.url}</Mono>
          <br />
          {milliseconds.format(result.durationMs)} · {bytes.format(result.size)}
          {result.cut && ' · showing the first 256 KiB'}
        </>
      }
      actions={
        <>
          <SegmentedControl
            aria-label="Show response as"
            data={views.map((value) => ({ value, label: viewNames[value] }))}
            value={view}
            onChange={setView}
          />
          <CopyButton text={result.body} label={result.cut ? 'Copy first 256 KiB' : 'Copy body'} />
          {close}
        </>
      }
    >
      <ResponseView result={result} view={view} table={table} />
    </Panel>
  )
}

interface ResponseViewProps {
  readonly result: ApiResponse
  readonly view: View
  readonly table: JsonTable | undefined
}

function ResponseView({ result, view, table }: ResponseViewProps): ReactElement {
  if (view === 'headers')
    return <Facts items={byName(result.headers).map(([label, value]) => ({ label, value: <Mono>{value}</Mono> }))} />
  if (result.body === '') return <Text c="dimmed">The response has no body.</Text>
  if (view === 'table' && table !== undefined) return <RecordTable table={table} />
  if (view === 'tree') return <JsonTree text={result.body} label="Response" />
  return (
    <CodeBlock label="Response as text" mah={480}>
      {result.body}
    </CodeBlock>
  )
}

function RecordTable({ table }: { readonly table: JsonTable }): ReactElement {
  return (
    // A wide table scrolls, so that it must be reachable by keyboard.
    <div className={classes['table']} tabIndex={0} role="region" aria-label="Response as table">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {table.columns.map((column) => (
              <Table.Th key={column}>{column}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((row, index) => (
            // Rows have no identity but their place.
            <Table.Tr key={index}>
              {row.map((cell, at) => (
                <Table.Td key={table.columns[at]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {table.count > table.rows.length && (
        <Text c="dimmed" py="xs">
          Showing the first {table.rows.length.toLocaleString()} of {table.count.toLocaleString()} rows.
        </Text>
      )}
    </div>
  )
}

/** Headers of one name together: a list of facts names each once. */
function byName(headers: ApiResponse['headers']): (readonly [string, string])[] {
  const joined = new Map<string, string>()
  for (const { name, value } of headers) joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value)
  return [...joined]
}

/** Records of a body as rows and columns, each cell as the text that was sent. */
interface JsonTable {
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
