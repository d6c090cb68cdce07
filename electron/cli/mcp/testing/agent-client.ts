import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { clavisProgram } from '../../testing/clavis-process.ts'

/** A result of a tool, parsed, and whether it is an error. */
export interface Answered {
  readonly isError: boolean
  readonly value: Readonly<Record<string, unknown>>
  readonly text: string
}

/** `clavis mcp` in a separate process, and the SDK's client for it. */
export interface AgentClient {
  readonly client: Client
  readonly pid: number
  /** All messages since the connection was made, in both directions, and standard error. */
  readonly transcript: () => string
  readonly call: (tool: string, input?: Readonly<Record<string, unknown>>) => Promise<Answered>
  readonly end: () => Promise<void>
}

/** @param options of `clavis mcp` */
export async function startAgentClient(dataFolder: string, ...options: readonly string[]): Promise<AgentClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...clavisProgram(), '--data-dir', dataFolder, 'mcp', ...options],
    env: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    stderr: 'pipe',
  })
  const lines: string[] = []
  transport.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  // A client that would agree to everything, if it were asked.
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} }, sampling: {} } },
  )
  const asked = (): never => {
    throw new Error('An agent must not be asked anything.')
  }
  client.setRequestHandler('elicitation/create', asked)
  client.setRequestHandler('sampling/createMessage', asked)
  await client.connect(transport)
  const { onmessage } = transport
  transport.onmessage = (message) => {
    lines.push(JSON.stringify(message))
    onmessage?.(message)
  }
  return {
    client,
    pid: transport.pid ?? 0,
    transcript: () => lines.join('\n'),
    call: async (tool, input = {}) => {
      lines.push(JSON.stringify({ tool, input }))
      const { content, isError = false } = await client.callTool({ name: tool, arguments: input })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      return { isError, text, value: text.startsWith('{') ? (JSON.parse(text) as Answered['value']) : {} }
    },
    end: () => client.close(),
  }
}
