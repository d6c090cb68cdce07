import { PassThrough, Readable, Writable } from 'node:stream'
import { bundledImportWorker } from '../../credentials/import/testing/bundled-import-worker.ts'
import { bundledWorker } from '../../records/testing/bundled-worker.ts'
import { calledAs } from '../called-as.ts'
import { runCommandLine } from '../run.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** How a command ended and what it printed. */
export interface CommandOutcome {
  readonly code: number
  readonly out: string
  readonly error: string
}

/**
 * Runs a command on a data folder, with a text on standard input.
 * @param commandLine what a person would have typed before the arguments
 */
export function runCommand(
  dataFolder: string,
  input: string,
  args: readonly string[],
  commandLine?: string,
): Promise<CommandOutcome> {
  return run(dataFolder, Readable.from([Buffer.from(input)]), args, () => undefined, { commandLine })
}

/** Runs a command as on a terminal, where each prompt that ends with `: ` is answered with the next line. */
export function runOnTerminal(
  dataFolder: string,
  lines: readonly string[],
  args: readonly string[],
): Promise<CommandOutcome> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const left = [...lines]
  return run(dataFolder, stdin, args, (text) => {
    if (text.endsWith(': ')) stdin.write(`${left.shift() ?? ''}\n`)
  })
}

/** Runs a command whose standard output a person sees. */
export function runOnScreen(dataFolder: string, args: readonly string[]): Promise<CommandOutcome> {
  return run(dataFolder, Readable.from([]), args, () => undefined, { isOutSeen: true })
}

async function run(
  dataFolder: string,
  stdin: Terminal['stdin'],
  args: readonly string[],
  onError: (text: string) => void,
  {
    isOutSeen = false,
    commandLine = calledAs.installed,
  }: { isOutSeen?: boolean; commandLine?: string | undefined } = {},
): Promise<CommandOutcome> {
  const texts = { out: '', error: '' }
  const sink = (name: 'out' | 'error'): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString()
        done()
        if (name === 'error') setImmediate(onError, chunk.toString())
      },
    })
  const { code } = await runCommandLine(['--data-dir', dataFolder, ...args], {
    env: process.env,
    platform: process.platform,
    stdin,
    stdout: Object.assign(sink('out'), { isTTY: isOutSeen }),
    stderr: sink('error'),
    commandLine,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
  })
  return { code, ...texts }
}
