import { Option, type Command } from 'commander'
import { exportFormats } from '../../../shared/model/lists/export-forms.ts'
import { listNames } from '../../../shared/model/profile/list-name.ts'
import type { DiffOptions } from '../actions/diff-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { examples } from './help-texts.ts'

/** Adds `clavis diff …`. */
export function addDiffCommand(program: Command, context: CommandContext): void {
  program
    .command('diff')
    .description('compare two snapshots or NDJSON files; exit codes: 0 identical, 1 different or incomplete')
    .argument('<before>', 'snapshot name or file')
    .argument('<after>', 'snapshot name or file')
    .option('--id <path>', 'field that identifies a record, for example reportId or owner.id')
    .option('--out <file>', 'file to write the differences to')
    .addOption(new Option('--format <format>', 'format of that file').choices(exportFormats).default('ndjson'))
    .addOption(
      new Option('--list <list>', 'list that the files were exported from; helps to find the ID field').choices(
        listNames,
      ),
    )
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} diff monday friday`,
        `${clavis} diff monday.ndjson friday.ndjson --id reportId`,
        `${clavis} diff monday friday --out changes.csv --format csv`,
      ]),
    )
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('../actions/with-services.ts')
      await diff(context, before, after, options)
    })
}
