import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'
import type { WaitOptions } from '../terminal/wait-options.ts'
import { receiveToken } from './token-actions.ts'
import { tokenEnvironment } from './token-formats.ts'

/** Signals that are passed on to the program. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGCONT'] as const

/** Exit codes of shells for a program that is not there, or may not be run. */
const notFound = 127
const notRunnable = 126

/** Runs a program with a token of the profile in its environment, and ends as it ends. */
export async function execWithToken(
  context: CommandContext,
  name: string,
  [program = '', ...args]: readonly string[],
  options: WaitOptions & { readonly confirm?: string },
): Promise<void> {
  const { terminal, env, endServices, setExitCode } = context
  const token = await receiveToken(context, name, options, confirmByName(options.confirm))
  // The program may run for days; the data folder is not kept open for it.
  await endServices()
  // Before the program starts: it may be quick to tell others that it runs.
  const stop = passSignals((signal) => child.kill(signal))
  const child = spawn(program, args, { env: { ...env, ...tokenEnvironment(token) }, stdio: 'inherit' })
  const end = await new Promise<Error | NodeJS.Signals | number>((resolve) => {
    child.once('error', resolve).once('exit', (code, signal) => resolve(signal ?? code ?? 0))
  })
  stop()
  if (end instanceof Error) {
    const isMissing = 'code' in end && end.code === 'ENOENT'
    terminal.note(
      `clavis: ${program} ${isMissing ? 'was not found. Check its name, or write its whole path.' : `could not be run: ${end.message}`}\n`,
    )
    setExitCode(isMissing ? notFound : notRunnable)
  } else if (typeof end === 'number') setExitCode(end)
  else setExitCode(128 + constants.signals[end], end)
}

/** Passes signals on to the program; a terminal sends those of its keys to both. @returns a function that stops it */
function passSignals(send: (signal: NodeJS.Signals) => void): () => void {
  const isTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const fromKeys: readonly string[] = isTerminal ? ['SIGINT', 'SIGQUIT', 'SIGWINCH'] : []
  const pass = (signal: NodeJS.Signals): void => {
    if (!fromKeys.includes(signal)) send(signal)
  }
  // Windows knows none of these but Ctrl+C, which the console sends to both.
  const signals = process.platform === 'win32' ? (['SIGINT'] as const) : passedOn
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
