import { Command, Option } from 'commander'
import { ClavisError } from '#shared/errors.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import type { CommandContext } from './command-context.ts'
import { selectors } from './terminal/profile-selection.ts'
import { parseDuration } from './terminal/wait-options.ts'
import type * as ProfileActions from './with-profiles.ts'
import type * as AllActions from './with-services.ts'

/**
 * Returns a parser for an option's whole number from 0 to `max`, such as `30`.
 * @throws `input-invalid` from the parser
 */
export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/u.test(text) && Number(text) <= max) return Number(text)
    throw new ClavisError('input-invalid', `“${text}” is not a whole number from 0 to ${max}.`, {
      hint: 'Enter digits only, for example 30.',
    })
  }
}

/** Not the model's list: loading it takes longer than printing the help. */
export const environments: readonly Environment[] = ['mock', 'client-testing', 'production']

export const idOrName = 'profile ID or exact name'

/** What a command does, given its arguments and then its options. */
type Action<A extends unknown[]> = (context: CommandContext, ...args: A) => Promise<void>

/** Options of a call that are not checked for their types. */
type GivenOptions = Readonly<Record<string, unknown>>

/** A command of Clavis. Defines here what several commands share. */
export class ClavisCommand extends Command {
  readonly context: CommandContext

  constructor(context: CommandContext, name: string) {
    super(name)
    this.context = context
  }

  override createCommand(name = ''): ClavisCommand {
    return new ClavisCommand(this.context, name)
  }

  /** Adds the argument that names a profile. */
  profile(): this {
    return this.argument('<profile>', idOrName)
  }

  /** Adds the argument for one profile or the options for several; one or the other is required. */
  selection(): this {
    return this.selectors(idOrName).demand(
      (options, args) => args.length > 0 || choosesSeveral(options),
      'specify a profile, --all, --match or --environment',
    )
  }

  /** Adds the argument for one profile and the options for several. @param description of the argument */
  selectors(description: string): this {
    return this.argument('[profile]', description)
      .addOption(new Option('--all', 'all profiles').conflicts(['match', 'environment']))
      .option('--match <pattern>', 'profiles whose name matches, for example "Merchant *"')
      .choice('--environment <environment>', 'profiles of this environment', environments)
      .option('--jobs <number>', 'profiles worked on at the same time', wholeNumber(64), 4)
      .demand(
        (options, args) => args.length === 0 || !choosesSeveral(options),
        'a profile can’t be combined with --all, --match or --environment',
      )
  }

  /** Adds an option with a closed list of values. */
  choice(flags: string, description: string, choices: readonly string[], preset?: string): this {
    return this.addOption(new Option(flags, description).choices(choices).default(preset))
  }

  /** Adds an option that can't be combined with others. @param others their names, by default those that choose profiles */
  unless(flags: string, description: string, others: string[] = selectors): this {
    return this.addOption(new Option(flags, description).conflicts(others))
  }

  /** Adds the option that confirms what the window would ask about. */
  confirm(what = 'a change to'): this {
    return this.option('--confirm <name>', `confirm ${what} a Production profile by its exact name`)
  }

  /** Adds the option that confirms what the window would ask about several profiles. */
  confirmSeveral(what = 'a change to'): this {
    return this.repeatable('--confirm <name>', `confirm ${what} a Production profile by its exact name; repeatable`)
  }

  /** Adds an option that can be given several times. */
  repeatable(flags: string, description: string): this {
    return this.option(flags, description, (value: string, before: readonly string[]) => [...before, value], [])
  }

  /** Adds `--timeout` and `--max-wait` with their defaults. @param what what is waited for, for example `a page` */
  waits(what: string, timeout: string, maxWait: string): this {
    const duration = (flags: string, description: string, text: string): Option =>
      new Option(flags, description).argParser(parseDuration).default(parseDuration(text), text)
    return this.addOption(
      duration('--timeout <time>', 'stop after this time, for example 90s, 5m or 2h; 0 for no limit', timeout),
    ).addOption(duration('--max-wait <time>', `longest wait for ${what}, including retries`, maxWait))
  }

  /** Refuses a call as wrong arguments unless it meets a condition. */
  demand(isMet: (options: GivenOptions, args: readonly string[]) => boolean, otherwise: string): this {
    return this.hook('preAction', (_command, called) => {
      if (!isMet(called.optsWithGlobals<GivenOptions>(), called.args)) called.error(`error: ${otherwise}`)
    })
  }

  /**
   * Refuses `--json` for calls whose output is text for another program.
   * @param what names them, for example `--out -`
   */
  printsText(what: string, isText: (options: GivenOptions) => boolean = () => true): this {
    return this.demand(
      (options) => options['json'] !== true || !isText(options),
      `${what} can’t be combined with --json: it prints text for another program`,
    )
  }

  /** Refuses `-` for a file or folder to write, instead of creating one of that name. Options for which it means standard output name another value. */
  requireFileNames(): void {
    const given = this.opts<GivenOptions>()
    for (const option of this.options)
      if (/<(?:file|dir)>$/u.test(option.flags) && given[option.attributeName()] === '-')
        this.error(
          `error: ${option.long ?? option.flags} can’t write to standard output, which “-” stands for; name a file or folder (./- for one that is called “-”)`,
        )
  }

  /** Adds examples to the end of the help. @param lines whole commands, in which `clavis ` is replaced by what a person types */
  examples(...lines: readonly string[]): this {
    const { commandLine } = this.context
    const shown = lines.map((line) => `  ${line.replaceAll('clavis ', `${commandLine} `)}`)
    return this.addHelpText('after', ['', 'Examples:', ...shown].join('\n'))
  }

  /** Sets what the command does, with all services. Their code is loaded only then. */
  runs<A extends unknown[]>(pick: (actions: typeof AllActions) => Action<A>): this {
    return this.does(async () => pick(await import('./with-services.ts')))
  }

  /** Sets what the command does, with the profiles alone. */
  reads<A extends unknown[]>(pick: (actions: typeof ProfileActions) => Action<A>): this {
    return this.does(async () => pick(await import('./with-profiles.ts')))
  }

  /** Sets what the command does. @param load is called when the command is */
  does<A extends unknown[]>(load: () => Promise<Action<A>>): this {
    return this.action(async (...args: A) => (await load())(this.context, ...args))
  }
}

function choosesSeveral(options: GivenOptions): boolean {
  return selectors.some((name) => options[name] !== undefined)
}
