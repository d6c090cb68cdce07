import { Command, CommanderError } from 'commander'
import packageFile from '../../package.json' with { type: 'json' }
import { ClavisError, type ErrorValue } from '../../shared/model/errors/error.ts'
import { defaultDataFolder } from '../files/data-folder.ts'
import { requireOwnDataFolder } from '../files/own-data-folder.ts'
import { fileArgument, type CommandContext } from './command-context.ts'
import { CommandServices } from './command-services.ts'
import { CommandTerminal } from './terminal/command-terminal.ts'
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
import { commandAgainst } from './error-command.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'
import { Interrupted, Interrupts } from './terminal/interrupts.ts'
import { followOutput } from './terminal/lost-output.ts'
import type { CommandEnd } from './terminal/process-end.ts'
import type { Terminal } from './terminal/terminal.ts'

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
  return loss === undefined ? end : { code: fail(loss, terminal, process.commandLine) }
}

async function runCommand(
  args: readonly string[],
  terminal: CommandTerminal,
  process: Terminal,
  interrupts: Interrupts,
): Promise<CommandEnd> {
  const { commandLine } = process
  let exitCode: number = exitCodes.fine
  const program = new Command(commandLine)
  const options = (): GlobalOptions => program.opts<GlobalOptions>()
  const isJson = (): boolean => options().json === true
  const dataFolder = (): string => {
    const { dataDir } = options()
    return dataDir === undefined ? defaultDataFolder(terminal.env, terminal.platform) : fileArgument(dataDir)
  }
  const services = new CommandServices(process, dataFolder)
  const context: CommandContext = {
    terminal,
    interrupts,
    commandLine,
    get dataFolder() {
      return dataFolder()
    },
    profiles: () => services.profiles(),
    services: () => services.all(),
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
  describeProgram(program, terminal, commandLine)
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
    return { code: fail(error, terminal, commandLine), interruptedBy: interrupts.told }
  } finally {
    await services.end()
  }
}

function describeProgram(program: Command, terminal: CommandTerminal, commandLine: string): void {
  program
    .description('Credentials, tokens and report lists of a payments service.')
    .version(packageFile.version, '--version', 'print the version')
    .option('--data-dir <dir>', 'where profiles are kept; the platform’s own place by default')
    .option('--json', 'print one JSON value and nothing else')
    .exitOverride()
    .showHelpAfterError(`${commandLine} --help lists the commands.`)
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.note(text),
      outputError: (text, write) => write(text.replace(/^error: /u, 'clavis: ')),
    })
}

function fail(error: unknown, terminal: CommandTerminal, commandLine: string): number {
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
  const ownCommand = commandAgainst(value)
  const command = value.command ?? (ownCommand === undefined ? undefined : `${commandLine} ${ownCommand}`)
  if (command !== undefined) terminal.note(`  ${command}\n`)
  if (value.code === 'internal-fault' && terminal.env['CLAVIS_DEBUG'] === '1' && error instanceof Error)
    terminal.note(`${error.stack ?? error.message}\n`)
  return exitCodeFor(value.code)
}
