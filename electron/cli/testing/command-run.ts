import { PassThrough, Readable, Writable } from 'node:stream'
import { bundledImportWorker } from '../../credentials/import/testing/bundled-import-worker.ts'
import type { StartKeychainProcess } from '../../keychain/keychain-process-start.ts'
import { bundledWorker } from '../../records/testing/bundled-worker.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { fewRounds } from '../../testing/test-services.ts'
import { calledAs } from '../called-as.ts'
import { runCommandLine } from '../run.ts'
import type { Terminal } from '../terminal/command-terminal.ts'

/** Holds a command's exit code and output. */
export interface CommandOutcome {
  readonly code: number
  readonly out: string
  readonly error: string
}

/**
 * Runs a command with a text on standard input.
 * @param commandLine what a person types before the arguments
 */
export function runCommand(
  dataFolder: string,
  input: string,
  args: readonly string[],
  commandLine?: string,
): Promise<CommandOutcome> {
  return run(dataFolder, Readable.from([Buffer.from(input)]), args, () => undefined, { commandLine })
}

/** Runs a command without a keychain. @param env says where profiles and secrets are */
export function runWithEnvironment(
  env: Terminal['env'],
  input: string,
  args: readonly string[],
): Promise<CommandOutcome> {
  return run(undefined, Readable.from([Buffer.from(input)]), args, () => undefined, { env, startKeychain: noKeychain })
}

/** Runs a command on a terminal and answers each prompt that ends with `: ` with the next line. */
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

/** Runs a command whose standard output is a terminal. */
export function runOnScreen(dataFolder: string, args: readonly string[]): Promise<CommandOutcome> {
  return run(dataFolder, Readable.from([]), args, () => undefined, { isOutTerminal: true })
}

/** Runs a command whose standard error is a terminal, which shows progress. */
export function runWithProgress(dataFolder: string, input: string, args: readonly string[]): Promise<CommandOutcome> {
  return run(dataFolder, Readable.from([Buffer.from(input)]), args, () => undefined, { isErrorTerminal: true })
}

function noKeychain(): never {
  throw new Error('The command must not use the keychain.')
}

async function run(
  dataFolder: string | undefined,
  stdin: Terminal['stdin'],
  args: readonly string[],
  onError: (text: string) => void,
  {
    isOutTerminal = false,
    isErrorTerminal = false,
    commandLine = calledAs.installed,
    env = process.env,
    startKeychain = sharedKeychain,
  }: {
    isOutTerminal?: boolean
    isErrorTerminal?: boolean
    commandLine?: string | undefined
    env?: Terminal['env']
    startKeychain?: StartKeychainProcess
  } = {},
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
  const place = dataFolder === undefined ? [] : ['--data-dir', dataFolder]
  const { code } = await runCommandLine([...place, ...args], {
    env,
    platform: process.platform,
    stdin,
    stdout: Object.assign(sink('out'), { isTTY: isOutTerminal }),
    stderr: Object.assign(sink('error'), { isTTY: isErrorTerminal }),
    commandLine,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain,
    backupRounds: fewRounds,
  })
  return { code, ...texts }
}
