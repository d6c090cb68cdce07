import { CommanderError, type Command } from 'commander'
import packageFile from '../../package.json' with { type: 'json' }
import { ClavisError, type ErrorValue } from '../../shared/model/errors/error.ts'
import { visibleLine } from '../../shared/model/values/visible-text.ts'
import { defaultDataFolder } from '../files/data-folder/data-folder.ts'
import { requireOwnDataFolder } from '../files/data-folder/own-data-folder.ts'
import { ClavisCommand } from './clavis-command.ts'
import { fileArgument, type CommandContext } from './command-context.ts'
import { CommandServices } from './command-services.ts'
import { addAuthorityCommands } from './tools/authority-commands.ts'
import { addBackupCommands } from './profiles/backup-commands.ts'
import { addCallCommand } from './api/call-command.ts'
import { addCompletionCommand } from './tools/completion-command.ts'
import { addCredentialCommands } from './credentials/credential-commands.ts'
import { addDoctorCommand } from './tools/doctor-command.ts'
import { addExpiryCommand } from './credentials/expiry-command.ts'
import { addHelpCommand } from './tools/help-command.ts'
import { addDiffCommand, addListCommand, addSnapshotCommands } from './lists/list-command.ts'
import { addPracticeCommand } from './tools/practice-command.ts'
import { addProfileCommands } from './profiles/profile-commands.ts'
import { addReplaceCommands } from './credentials/replacement/replace-commands.ts'
import { addTokenCommand } from './api/token-command.ts'
import { commandAgainst } from './error-command.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'
import { WaitStatus } from './output/wait-status.ts'
import { CommandTerminal } from './terminal/command-terminal.ts'
import { Interrupted, Interrupts } from './terminal/interrupts.ts'
import { watchOutput } from './terminal/lost-output.ts'
import type { CommandEnd } from './terminal/process-end.ts'
import type { Terminal } from './terminal/terminal.ts'

interface GlobalOptions {
  readonly dataDir?: string
  readonly json?: true
}

/**
 * Runs one command with the same services and data as the window.
 * @param args the arguments after `clavis`
 */
export async function runCommandLine(args: readonly string[], process: Terminal): Promise<CommandEnd> {
  const terminal = new CommandTerminal(process)
  const interrupts = new Interrupts()
  const outputFailure = watchOutput(process)
  const end = await runCommand(args, terminal, process, interrupts)
  interrupts.stopHandling()
  const failure = await outputFailure()
  return failure === undefined ? end : { code: printError(failure, terminal, process) }
}

async function runCommand(
  args: readonly string[],
  terminal: CommandTerminal,
  process: Terminal,
  interrupts: Interrupts,
): Promise<CommandEnd> {
  const { commandLine } = process
  let exitCode: number = exitCodes.fine
  const options = (): GlobalOptions => program.opts<GlobalOptions>()
  const isJson = (): boolean => options().json === true
  const dataFolder = (): string => {
    const { dataDir } = options()
    return dataDir === undefined ? defaultDataFolder(process.env, process.platform) : fileArgument(dataDir)
  }
  const waitStatus = new WaitStatus(terminal)
  const services = new CommandServices(process, dataFolder, waitStatus)
  const context: CommandContext = {
    terminal,
    interrupts,
    commandLine,
    get dataFolder() {
      return dataFolder()
    },
    profiles: () => services.profiles(),
    services: (waits) => services.all(waits),
    print: (text) => {
      if (!isJson()) terminal.print(`${text}\n`)
    },
    answer: (value, text) => {
      if (isJson()) terminal.printJson(value)
      else terminal.print(`${text}\n`)
    },
    printData: (text) => {
      if (!isJson()) terminal.printData(`${text}\n`)
    },
    printJson: (value) => {
      if (isJson()) terminal.printJson(value)
    },
    setExitCode: (code) => {
      exitCode = code
    },
  }
  const program = new ClavisCommand(context, commandLine)
  configureProgram(program, terminal, commandLine)
  addCommands(program)
  program.hook('preAction', async (_program, command) => {
    if (command.name() !== 'help') await requireOwnDataFolder(dataFolder())
  })

  try {
    await program.parseAsync(args, { from: 'user' })
    return { code: exitCode }
  } catch (error) {
    // Commander has already printed the help or what is wrong with the arguments.
    if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exitCodes.fine : exitCodes.usage }
    if (error instanceof Interrupted)
      return { code: exitCodes.interrupted, interruptedBy: 'SIGINT', wasReadAsKey: true }
    return { code: printError(error, terminal, process), interruptedBy: interrupts.received }
  } finally {
    waitStatus.end()
    await services.end()
  }
}

function configureProgram(program: Command, terminal: CommandTerminal, commandLine: string): void {
  program
    .description('Manage credentials, request tokens and load report lists of a payments service.')
    .version(packageFile.version, '--version', 'print the version')
    .option('--data-dir <dir>', 'data folder (default: platform location)')
    .option('--json', 'print a single JSON value')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .showHelpAfterError(`Run ${commandLine} --help for a list of commands.`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.print(text),
      writeErr: (text) => terminal.note(text),
      outputError: (text, write) => write(text.replace(/^error: /u, 'clavis: ')),
    })
}

/** Adds all commands, in the groups and the order of `--help`. */
function addCommands(program: ClavisCommand): void {
  program.commandsGroup('Profiles:')
  addProfileCommands(program)
  addBackupCommands(program)
  program.commandsGroup('Credentials:')
  addCredentialCommands(program)
  addReplaceCommands(program)
  addExpiryCommand(program)
  program.commandsGroup('API:')
  addTokenCommand(program)
  addCallCommand(program)
  addListCommand(program)
  addSnapshotCommands(program)
  addDiffCommand(program)
  program.commandsGroup('Tools:')
  addDoctorCommand(program)
  addAuthorityCommands(program)
  addPracticeCommand(program)
  addCompletionCommand(program)
  addHelpCommand(program)
}

/** Prints an error with its hint and the command that helps. @returns the exit code */
function printError(error: unknown, terminal: CommandTerminal, { env, commandLine }: Terminal): number {
  const value: ErrorValue =
    error instanceof ClavisError
      ? error.toValue()
      : {
          code: 'internal-fault',
          message: 'Something went wrong in Clavis.',
          hint: 'Run the command again with CLAVIS_DEBUG=1 to print the stack, and report it.',
        }
  terminal.note(`clavis: ${value.code}: ${value.message}\n`)
  const reason = value.details?.['reason']
  // Messages of the token endpoint quote it.
  if (typeof reason === 'string' && !value.message.includes(reason))
    terminal.note(`The service says: ${visibleLine(reason)}\n`)
  if (value.hint !== undefined) terminal.note(`${value.hint}\n`)
  const ownCommand = commandAgainst(value)
  const command = value.command ?? (ownCommand === undefined ? undefined : `${commandLine} ${ownCommand}`)
  if (command !== undefined) terminal.note(`  ${command}\n`)
  if (value.code === 'internal-fault' && env['CLAVIS_DEBUG'] === '1' && error instanceof Error)
    terminal.note(`${error.stack ?? error.message}\n`)
  return exitCodeFor(value.code)
}
