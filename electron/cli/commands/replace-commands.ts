import { Argument, Option, type Command } from 'commander'
import type { GuardedOptions, StartOptions, TestOptions } from '../actions/replace-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmSeveralOption } from '../input/confirm-several.ts'
import { addSelection, addSelectors, type SelectionOptions } from '../input/profile-selection.ts'
import { examples } from './help-texts.ts'

const actions = () => import('../actions/with-services.ts')

/** Adds `clavis replace …`. */
export function addReplaceCommands(program: Command, context: CommandContext): void {
  const replace = program
    .command('replace')
    .description('replace active certificates without downtime, step by step, for one profile or several')
  const help = (name: string, lines: readonly string[]): ReturnType<typeof examples> =>
    examples(context, (clavis) => lines.map((line) => `${clavis} replace ${name} ${line}`))

  addSelection(replace.command('start').description('create a new key and its CSR beside the active certificate'))
    .addOption(new Option('--bits <bits>', 'key size').choices(['2048', '3072', '4096']).default('2048'))
    .option('--out-dir <dir>', 'folder for the CSRs, one file for each profile', '.')
    .addHelpText('after', help('start', ['Acme', '--match "Merchant *" --out-dir csrs']))
    .action(async (name: string | undefined, options: StartOptions) =>
      (await actions()).startReplacement(context, name, options),
    )
  addSelectors(
    replace
      .command('status')
      .description('show replacements in progress and their steps')
      .addArgument(new Argument('[profile]', 'profile ID or exact name (default: all)')),
  )
    .addHelpText('after', help('status', ['', 'Acme', '--environment production --json']))
    .action(async (name: string | undefined, options: SelectionOptions) =>
      (await actions()).showReplacements(context, name, options),
    )
  addSelection(
    replace
      .command('test')
      .description('request a token with the new certificate once it is uploaded; the old one stays active'),
  )
    .option('--skip-confirmation', 'test without the portal’s thumbprint (see “certificate confirm”)')
    .addHelpText('after', help('test', ['Acme', '--all']))
    .action(async (name: string | undefined, options: TestOptions) =>
      (await actions()).testReplacement(context, name, options),
    )
  addSelection(replace.command('switch').description('activate the new certificate, and verify it with a token'))
    .addOption(confirmSeveralOption())
    .addHelpText('after', help('switch', ['Acme', '--all --confirm "Acme live" --confirm "Shop live"']))
    .action(async (name: string | undefined, options: GuardedOptions) =>
      (await actions()).switchReplacement(context, name, options),
    )
  addSelection(replace.command('rollback').description('activate the old certificate again'))
    .addOption(confirmSeveralOption())
    .addHelpText('after', help('rollback', ['Acme', '"Acme live" --confirm "Acme live"']))
    .action(async (name: string | undefined, options: GuardedOptions) =>
      (await actions()).rollBackReplacement(context, name, options),
    )
  addSelection(replace.command('retire').description('retire the old certificate, which completes the replacement'))
    .addOption(confirmSeveralOption())
    .addHelpText('after', help('retire', ['Acme', '--environment client-testing']))
    .action(async (name: string | undefined, options: GuardedOptions) =>
      (await actions()).retireReplaced(context, name, options),
    )
  addSelection(replace.command('cancel').description('cancel a replacement; both certificates stay as they are'))
    .addHelpText('after', help('cancel', ['Acme']))
    .action(async (name: string | undefined, options: SelectionOptions) =>
      (await actions()).cancelReplacement(context, name, options),
    )
}
