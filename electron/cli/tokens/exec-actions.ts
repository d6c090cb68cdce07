import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'
import type { WaitOptions } from '../terminal/wait-options.ts'
import { passSignals } from './program-signals.ts'
import { receiveToken } from './token-actions.ts'
import { tokenEnvironment } from './token-formats.ts'

/** Exit codes of shells for a program that is not there, or may not be run. */
const notFound = 127
const notRunnable = 126

/** Runs a program with a token of the profile in its environment, and ends as it ends. */
export async function execWithToken(
  context: CommandContext,
  name: string,
  [program = '', ...args]: readonly string[],
  given: WaitOptions & { readonly confirm?: string },
): Promise<void> {
  const { terminal, env, isHangUpIgnored, endServices, setExitCode } = context
  const token = await receiveToken(context, name, given, confirmByName(given.confirm))
  // The program may run for days; the data folder is not kept open for it.
  await endServices()
  // Before the program starts: it may be quick to tell others that it runs.
  const stop = passSignals((signal) => child.kill(signal), isHangUpIgnored)
  const options = { env: { ...env, ...tokenEnvironment(token) }, stdio: 'inherit' } as const
  // Node starts a program with no signal ignored; a shell passes on what it ignores.
  const child = isHangUpIgnored
    ? spawn('sh', ['-c', 'trap "" HUP; exec "$@"', 'sh', program, ...args], options)
    : spawn(program, args, options)
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
