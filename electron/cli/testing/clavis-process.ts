import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../testing/built-program.ts'

/** Holds a command's exit code and output. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Returns Node's arguments that start the built command line. */
export function clavisProgram(): string[] {
  return ['--disable-warning=ExperimentalWarning', fileURLToPath(builtProgram('clavis'))]
}

/** Runs the built command line as a process of its own. @param input its standard input */
export function runClavis(
  dataFolder: string,
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...clavisProgram(), '--data-dir', dataFolder, ...args], {
    env: { ...process.env, ...env },
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
  child.stdin.end(input)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })))
}
