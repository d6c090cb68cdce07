import { Command, CommanderError } from 'commander'
import { ClavisError, type ErrorValue } from '../../shared/model/error.ts'
import { defaultDataFolder } from '../files/data-folder.ts'
import { requireOwnDataFolder } from '../files/own-data-folder.ts'
import { createServices, type Services } from '../services.ts'
import { fileArgument, type CommandContext } from './command-context.ts'
import { CommandTerminal } from './command-terminal.ts'
import { addAuthorityCommands } from './commands/authority-commands.ts'
import { addBackupCommands } from './commands/backup-commands.ts'
import { addCredentialCommands } from './commands/credential-commands.ts'
import { addDiffCommand } from './commands/diff-command.ts'
import { addDoctorCommand } from './commands/doctor-command.ts'
import { addExpiryCommand } from './commands/expiry-command.ts'
import { addListCommand } from './commands/list-command.ts'
import { addPracticeCommand } from './commands/practice-command.ts'
import { addProfileCommands } from './commands/profile-commands.ts'
import { addServiceCommands } from './commands/service-commands.ts'
import { addTokenCommand } from './commands/token-command.ts'
import { addSnapshotCommands } from './commands/snapshot-commands.ts'
import { environmentProxy } from './environment-proxy.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'
import { Interrupted, Interrupts } from './interrupts.ts'
import { followOutput } from './lost-output.ts'
import type { CommandEnd } from './process-end.ts'
import type { Terminal } from './terminal.ts'

interface GlobalOptions {
  readonly dataDir?: string
  readonly json?: true
}

/**
 * Runs one command (design, section 8) over the same services and data as the window.
 * @param args what stands after `clavis`
 */
export async function runCommandLine(args: readonly string[], process: Terminal): Promise<CommandEnd> {
  const terminal = new CommandTerminal(process)
  const interrupts = new Interrupts()
  const lossOfOutput = followOutput(process)
  const end = await runCommand(args, terminal, process, interrupts)
  interrupts.leave()
  const loss = await lossOfOutput()
  return loss === undefined ? end : { code: fail(loss, terminal) }
}

async function runCommand(
  args: readonly string[],
  terminal: CommandTerminal,
  {
    recordStoreWorker,
    importWorker,
    tlsEnvironment,
  }: Pick<Terminal, 'recordStoreWorker' | 'importWorker' | 'tlsEnvironment'>,
  interrupts: Interrupts,
): Promise<CommandEnd> {
  let exitCode: number = exitCodes.fine
  let built: Services | undefined
  const program = new Command('clavis')
  const options = (): GlobalOptions => program.opts<GlobalOptions>()
  const isJson = (): boolean => options().json === true
  const dataFolder = (): string => {
    const { dataDir } = options()
    return dataDir === undefined ? defaultDataFolder(terminal.env, terminal.platform) : fileArgument(dataDir)
  }
  const context: CommandContext = {
    terminal,
    interrupts,
    get dataFolder() {
      return dataFolder()
    },
    services: () =>
      (built ??= createServices({
        dataFolder: dataFolder(),
        recordStoreWorker,
        importWorker,
        resolveProxy: (url) => Promise.resolve(environmentProxy(url, terminal.env)),
        ...(tlsEnvironment === undefined ? {} : { tlsEnvironment }),
      })),
    say: (text) => {
      if (!isJson()) terminal.print(`${text}\n`)
    },
    sayData: (text) => {
      if (!isJson()) terminal.printData(`${text}\n`)
    },
    answer: (value) => {
      if (isJson()) terminal.printJson(value)
    },
    exitWith: (code) => {
      exitCode = code
    },
  }
  describeProgram(program, terminal)
  program.hook('preAction', () => requireOwnDataFolder(dataFolder()))
  addProfileCommands(program, context)
  addCredentialCommands(program, context)
  addBackupCommands(program, context)
  addTokenCommand(program, context)
  addAuthorityCommands(program, context)
  addServiceCommands(program, context)
  addListCommand(program, context)
  addSnapshotCommands(program, context)
  addDiffCommand(program, context)
  addDoctorCommand(program, context)
  addExpiryCommand(program, context)
  addPracticeCommand(program, context)

  try {
    await program.parseAsync(args, { from: 'user' })
    return { code: exitCode }
  } catch (error) {
    // Commander has said what is wrong with the arguments, or printed the help that was asked for.
    if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exitCodes.fine : exitCodes.usage }
    if (error instanceof Interrupted) return { code: exitCodes.interrupted, interruptedBy: 'SIGINT', isUntold: true }
    return { code: fail(error, terminal), interruptedBy: interrupts.told }
  } finally {
    await built?.end()
  }
}

function describeProgram(program: Command, terminal: CommandTerminal): void {
  program
    .description('Credentials, tokens and report lists of a payments service.')
    .option('--data-dir <dir>', 'where profiles are kept; the platform’s own place by default')
    .option('--json', 'print one JSON value and nothing else')
    .exitOverride()
    .showHelpAfterError('clavis --help lists the commands.')
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.note(text),
      outputError: (text, write) => write(text.replace(/^error: /u, 'clavis: ')),
    })
}

function fail(error: unknown, terminal: CommandTerminal): number {
  const value: ErrorValue =
    error instanceof ClavisError
      ? error.toValue()
      : {
          code: 'internal-fault',
          message: 'A fault in Clavis ended the command.',
          hint: 'Run it again with CLAVIS_DEBUG=1 to see where, and report it.',
        }
  terminal.note(`clavis: ${value.code}: ${value.message}\n`)
  if (value.hint !== undefined) terminal.note(`${value.hint}\n`)
  if (value.command !== undefined) terminal.note(`  ${value.command}\n`)
  if (value.code === 'internal-fault' && terminal.env['CLAVIS_DEBUG'] === '1' && error instanceof Error)
    terminal.note(`${error.stack ?? error.message}\n`)
  return exitCodeFor(value.code)
}
