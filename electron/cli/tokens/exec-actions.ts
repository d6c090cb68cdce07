import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'
import type { WaitOptions } from '../terminal/wait-options.ts'
import { openForProgram } from './serve-actions.ts'
import { receiveToken } from './token-actions.ts'
import { tokenEnvironment } from './token-formats.ts'

/** Exit codes of shells for a program that is not there, or may not be run. */
const notFound = 127
const notRunnable = 126

interface ExecOptions extends WaitOptions {
  readonly confirm?: string
  readonly door?: true
}

/** Runs a program with a token of the profile in its environment, or with its local address, and ends as it ends. */
export async function execWithToken(
  context: CommandContext,
  name: string,
  words: readonly string[],
  given: ExecOptions,
): Promise<void> {
  if (given.door === true) {
    const { url, socketPath } = await openForProgram(context, name, given)
    // Another command may have left a token in the environment.
    const none = { CLAVIS_TOKEN: undefined, CLAVIS_TOKEN_EXPIRES_AT: undefined, CLAVIS_BASE_URL: undefined }
    await runProgram(context, words, { ...none, CLAVIS_URL: url, CLAVIS_SOCKET: socketPath })
    return
  }
  const token = await receiveToken(context, name, given, confirmByName(given.confirm))
  // The program may run for days; the data folder is not kept open for it.
  await context.endServices()
  await runProgram(context, words, tokenEnvironment(token))
}

/** Runs a program with these variables, and ends as it ends. */
async function runProgram(
  { terminal, env, isHangUpIgnored, setExitCode }: CommandContext,
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  // Before the program starts: it may be quick to tell others that it runs.
  const stop = passSignals((signal) => child.kill(signal), isHangUpIgnored)
  const options = { env: { ...env, ...variables }, stdio: 'inherit' } as const
  const [first = '', ...words] = [...(isHangUpIgnored ? hangUpIgnorer() : []), program, ...args]
  const child = spawn(first, words, options)
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

/**
 * Returns the words before a program that start it with SIGHUP ignored: Node starts it with no signal ignored. nohup hands
 * over the environment as it is, but takes a terminal's streams away; a shell drops variables with unusual names.
 */
function hangUpIgnorer(): readonly string[] {
  return isOnTerminal() ? ['sh', '-c', 'trap "" HUP; exec "$@"', 'sh'] : ['nohup']
}

function isOnTerminal(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
}

/** Signals that are passed on to the program. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGCONT'] as const

/**
 * Passes signals on to the program, except those that a terminal's key sent to both, and an ignored SIGHUP.
 * @returns a function that stops it
 */
function passSignals(send: (signal: NodeJS.Signals) => void, isHangUpIgnored: boolean): () => void {
  // Windows knows none of these but Ctrl+C, which the console sends to both.
  if (process.platform === 'win32') return handle(['SIGINT'], () => undefined)
  const witness = isOnTerminal() ? new KeyWitness() : undefined
  const stop = handle(passedOn, (signal) => {
    if (signal === 'SIGHUP' && isHangUpIgnored) return
    if (witness !== undefined && (signal === 'SIGINT' || signal === 'SIGQUIT'))
      void witness.receivedIt().then((isFromKey) => {
        if (!isFromKey) send(signal)
      })
    else send(signal)
  })
  return () => {
    stop()
    witness?.end()
  }
}

function handle(signals: readonly NodeJS.Signals[], listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}

/**
 * Knows whether a signal came from a key: a terminal sends it to every process of the group, while `kill` can name Clavis
 * alone. Node does not say who sent a signal, so a small process in the group waits for the same one, which ends it.
 */
class KeyWitness {
  #process = startWitness()

  /** Returns whether the signal that Clavis just received was sent to the group. */
  async receivedIt(): Promise<boolean> {
    const witness = this.#process
    const isGone = await new Promise<boolean>((resolve) => {
      // Without a witness, a key is more likely.
      witness.once('exit', () => resolve(true)).once('error', () => resolve(true))
      if (witness.exitCode !== null || witness.signalCode !== null) resolve(true)
      // A signal is delivered before what is sent after it; one that is alive answers.
      witness.stdout.once('data', () => resolve(false))
      witness.stdin.write('\n')
    })
    witness.kill('SIGKILL')
    if (witness === this.#process) this.#process = startWitness()
    return isGone
  }

  end(): void {
    this.#process.kill('SIGKILL')
  }
}

function startWitness(): ChildProcessByStdio<Writable, Readable, null> {
  // It ends with Clavis, which holds its standard input, and writes no core file at Ctrl+\.
  const witness = spawn('sh', ['-c', 'ulimit -c 0; exec cat'], { stdio: ['pipe', 'pipe', 'ignore'] })
  for (const each of [witness, witness.stdin]) each.on('error', () => undefined)
  return witness
}
