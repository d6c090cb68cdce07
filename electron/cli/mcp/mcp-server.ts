import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Terminal } from '../terminal/command-terminal.ts'
import { listTools } from './list-tools.ts'
import { profileTools } from './profile-tools.ts'
import { snapshotTools } from './snapshot-tools.ts'
import { dataNotice } from './tool-result.ts'
import type { ToolContext } from './tool.ts'

const instructions = [
  'Clavis keeps the OAuth credentials of a payments service and browses its report lists. These tools only read: they change no profile and return no key, secret or token.',
  'Production profiles are hidden unless the person allowed them when they started Clavis. You can’t change that.',
  dataNotice,
  'Long results are cut; “rest” says how to get the rest.',
].join('\n')

interface Options extends ToolContext {
  readonly version: string
  /** Ends the connection. */
  readonly signal: AbortSignal
  /** Gets what is wrong with the connection. */
  readonly onError: (error: Error) => void
}

/** Answers an agent over standard input and output until the input ends, the output is closed or the signal comes. */
export async function serveAgent(
  { stdin, stdout }: Pick<Terminal, 'stdin' | 'stdout'>,
  { version, signal, onError, ...context }: Options,
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout)
  const create = (): McpServer => {
    const server = new McpServer(
      { name: 'clavis', title: 'Clavis', version },
      { instructions, capabilities: { tools: { listChanged: false } }, maxToolInputElements: 2000 },
    )
    for (const add of [...profileTools, ...listTools, ...snapshotTools]) add(server, context)
    return server
  }
  const connection = serveStdio(create, { transport, onerror: onError })
  await new Promise<void>((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
    const close = (): void => void connection.close().finally(resolve)
    if (signal.aborted) close()
    else signal.addEventListener('abort', close, { once: true })
  })
}
