import { Argument, Option, type Command } from 'commander'
import { exportFormats } from '../../../shared/model/lists/export-forms.ts'
import { listNames } from '../../../shared/model/profile/list-name.ts'
import type { DiffOptions } from '../actions/diff-actions.ts'
import type { CommandContext } from '../command-context.ts'

/** `clavis diff …` */
export function addDiffCommand(program: Command, context: CommandContext): void {
  program
    .command('diff')
    .description(
      'what changed between two snapshots or files of NDJSON; exit 0 nothing, 1 something, or not all could be compared',
    )
    .addArgument(new Argument('<before>', 'a snapshot’s name, or a file'))
    .addArgument(new Argument('<after>', 'a snapshot’s name, or a file'))
    .option('--id <path>', 'the member that tells records apart, such as reportId or owner.id')
    .option('--out <file>', 'where to write the differences')
    .addOption(new Option('--format <format>', 'how to write them').choices(exportFormats).default('ndjson'))
    .addOption(new Option('--list <list>', 'what two files are of, for finding the identifier').choices(listNames))
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('../actions/with-services.ts')
      await diff(context, before, after, options)
    })
}
