import { tlsEnvironment } from '../start-environment.ts'
import { invocationOf } from './called-as.ts'
import { runCommandLine } from './run.ts'
import type { Terminal } from './terminal/command-terminal.ts'
import { ignoreHangUp } from './terminal/interrupts.ts'
import { endProcess } from './terminal/process-end.ts'

/** Runs the command line with this process's arguments, in plain Node. */
export async function runProcess(
  workers: Pick<Terminal, 'recordStoreWorker' | 'importWorker' | 'startKeychain'>,
): Promise<void> {
  const { argv, env, platform, stdin, stdout, stderr } = process
  const { commandLine, folder } = invocationOf(env)
  if (folder !== undefined) process.chdir(folder)
  const isHangUpIgnored = ignoreHangUp(process)
  const streams = { stdin, stdout, stderr }
  const terminal: Terminal = { ...workers, ...streams, env, platform, commandLine, tlsEnvironment, isHangUpIgnored }
  endProcess(await runCommandLine(argv.slice(2), terminal), (code) => {
    process.exitCode = code
  })
}
