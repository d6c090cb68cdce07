import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { csvDelimiters, exportFormats, nestedForms } from '../../../shared/model/lists/export-forms.ts'
import { listNames, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { ListOptions } from '../actions/list-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { columnsOf } from '../output/column-list.ts'
import { addWaitOptions } from '../input/wait-options.ts'
import { examples, profileArgument } from './help-texts.ts'

/** Adds `clavis list …`. */
export function addListCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('list')
    .description('load a list and export its records')
    .addArgument(profileArgument())
    .addArgument(new Argument('<list>', 'list to load').choices(listNames))
    .option('--out <file>', 'file to write')
    .option('--resume <file>', 'resume an interrupted NDJSON download')
    .option('--resume-or-start <file>', 'resume an NDJSON download if it was interrupted, else start it')
    .addOption(new Option('--format <format>', 'file format').choices(exportFormats).default('ndjson'))
    .option('--snapshot <name>', 'save the dataset as a snapshot, or continue an incomplete one')
    .option('--max <records>', 'stop after this many records', parseCount)
    .addOption(
      new Option(
        '--columns <paths>',
        'columns of CSV and Parquet in this order, for example id,owner.team; unknown ones stay empty',
      )
        .argParser(columnsOf)
        .conflicts('nested'),
    )
    .addOption(
      new Option('--nested <form>', 'nested objects in CSV and Parquet: separate columns, or one JSON column')
        .choices(nestedForms)
        .default('columns'),
    )
    .addOption(new Option('--csv-delimiter <name>', 'CSV delimiter').choices(csvDelimiters).default('comma'))
    .option('--csv-bom', 'add a byte order mark, for Excel on Windows')
    .option('--csv-formulas', 'don’t escape spreadsheet formulas')
  addWaitOptions(command, 'a page', { timeout: '12h', maxWait: '5m' })
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} list Acme reports --out reports.ndjson`,
        `${clavis} list Acme reports --out reports.csv --format csv --columns reportId,owner.team`,
        `${clavis} list Acme reports --resume reports.ndjson`,
        `${clavis} list Acme reports --resume-or-start reports.ndjson`,
        `${clavis} list Acme reports --out reports.ndjson --timeout 30m --max-wait 1m`,
      ]),
    )
    .action(async (name: string, list: ListName, options: ListOptions) => {
      const { exportList } = await import('../actions/with-services.ts')
      await exportList(context, name, list, options)
    })
}

function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Enter a whole number of at least 1.')
  return count
}
