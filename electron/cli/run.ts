import { existsSync } from 'node:fs'
import { type Command, CommanderError } from 'commander'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { requireOwnDataFolder } from '../files/own-data-folder.ts'
import { isDistrust } from '../http/connection/distrust.ts'
import { ClavisCommand, wholeNumber } from './clavis-command.ts'
import { CommandContext, type GlobalOptions } from './command-context.ts'
import { addBackupCommands } from './commands/backup-commands.ts'
import { addCredentialCommands, addExpiryCommand } from './commands/credential-commands.ts'
import { addDiffCommand, addListCommand, addSnapshotCommands } from './commands/list-commands.ts'
import { addProfileCommands } from './commands/profile-commands.ts'
import { addReplaceCommands } from './commands/replace-commands.ts'
import { addCallCommand, addExecCommand, addServeCommand, addTokenCommand } from './commands/token-commands.ts'
import { addToolCommands } from './commands/tool-commands.ts'
import { addWatchCommands } from './commands/watch-commands.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'
import { requireSecretsUse, startsDataFolder } from './secrets-from.ts'
import { CommandTerminal, type Terminal } from './terminal/command-terminal.ts'
import { Interrupted, Interrupts } from './terminal/interrupts.ts'
import { type CommandEnd, watchOutput } from './terminal/process-end.ts'
import { WaitStatus } from './terminal/wait-status.ts'

/** Runs one command with the same services and data as the window. @param args the arguments after `clavis` */
export async function runCommandLine(args: readonly string[], process: Terminal): Promise<CommandEnd> {
  const terminal = new CommandTerminal(process)
  const interrupts = new Interrupts(process.isHangUpIgnored)
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
  const waitStatus = new WaitStatus(terminal)
  const options = (): GlobalOptions => program.opts<GlobalOptions>()
  const context = new CommandContext(process, terminal, interrupts, options, waitStatus, {
    profiles: () => import('./with-profiles.ts'),
    services: () => import('./with-services.ts'),
  })
  const { commandLine } = context
  const program = new ClavisCommand(context, commandLine)
  configureProgram(program, terminal, commandLine)
  addCommands(program)
  program.hook('preAction', async (_program, command) => {
    const backup = context.secretsSource
    requireSecretsUse(command, options(), backup)
    if (command instanceof ClavisCommand) command.requireFileNames()
    if (command.name() === 'help' || backup !== undefined) return
    const { dataFolder } = context
    const mustExist = !startsDataFolder(command)
    await requireOwnDataFolder(dataFolder, options().dataDir !== undefined && mustExist)
    // On a new computer there is none yet, but it may also be on a disk that is not mounted.
    if (mustExist && !existsSync(dataFolder))
      terminal.note(`The data folder ${visibleLine(dataFolder)} does not exist: there are no profiles.\n`)
  })

  try {
    await program.parseAsync(args, { from: 'user' })
    return context.end
  } catch (error) {
    // Commander has already printed the help or what is wrong with the arguments.
    if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exitCodes.fine : exitCodes.usage }
    if (error instanceof Interrupted)
      return { code: exitCodes.interrupted, interruptedBy: 'SIGINT', wasReadAsKey: true }
    return { code: printError(error, terminal, process), interruptedBy: interrupts.received }
  } finally {
    waitStatus.end()
    await context.endServices()
  }
}

function configureProgram(program: Command, terminal: CommandTerminal, commandLine: string): void {
  program
    .description('Manage credentials, request tokens and load report lists of a payments service.')
    .version(packageFile.version, '--version', 'print the version')
    .option('--data-dir <dir>', 'data folder (default: platform location)')
    .option('--secrets-from <backup>', 'use profiles and secrets of this backup, in memory, and no keychain')
    .option('--passphrase-fd <number>', 'read the passphrase of that backup from this descriptor', wholeNumber(65_535))
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
  addExecCommand(program)
  addServeCommand(program)
  addCallCommand(program)
  addListCommand(program)
  addSnapshotCommands(program)
  addDiffCommand(program)
  addWatchCommands(program)
  program.commandsGroup('Tools:')
  addToolCommands(program)
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
  // Of what was to be confirmed.
  for (const line of [value.details?.['question'] ?? []].flat()) terminal.note(`  ${visibleLine(String(line))}\n`)
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

/** Returns the command that helps with an error, as arguments of the command line; undefined if there is none. */
export function commandAgainst({ code, details }: Pick<ErrorValue, 'code' | 'details'>): string | undefined {
  switch (code) {
    case 'network-tls':
      return isDistrust(String(details?.['cause'])) ? 'authority show PROFILE' : undefined
    case 'network-proxy-login-missing':
      return 'secret set PROFILE --proxy'
    case 'snapshot-not-found':
      return 'snapshot list'
    case 'host-not-agreed':
      return typeof details?.['arguments'] === 'string' ? details['arguments'] : undefined
    default:
      return undefined
  }
}
