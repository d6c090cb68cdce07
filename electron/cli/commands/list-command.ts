import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { csvDelimiters, exportFormats, nestedForms } from '../../../shared/model/lists/export-forms.ts'
import { listNames, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { ListOptions } from '../actions/list-actions.ts'
import { columnsOf } from '../output/column-list.ts'
import type { CommandContext } from '../command-context.ts'

/** `clavis list …` */
export function addListCommand(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('load a list and save its records')
    .argument('<profile>', 'id or exact name')
    .addArgument(new Argument('<list>').choices(listNames))
    .option('--out <file>', 'the file to write')
    .option('--resume <file>', 'go on with a file of NDJSON whose reading was interrupted')
    .addOption(new Option('--format <format>', 'how to write it').choices(exportFormats).default('ndjson'))
    .option('--snapshot <name>', 'keep the reading under a name, or go on with the one of that name')
    .option('--max <records>', 'stop after so many records', countOf)
    .addOption(
      new Option(
        '--columns <paths>',
        'the columns of CSV and Parquet in this order, such as id,owner.team; one that no record has is empty, with a warning',
      )
        .argParser(columnsOf)
        .conflicts('nested'),
    )
    .addOption(
      new Option('--nested <form>', 'members of nested objects in CSV and Parquet')
        .choices(nestedForms)
        .default('columns'),
    )
    .addOption(
      new Option('--csv-delimiter <name>', 'what stands between cells').choices(csvDelimiters).default('comma'),
    )
    .option('--csv-bom', 'begin with a byte order mark')
    .option('--csv-formulas', 'leave text that a spreadsheet would run as it is')
    .action(async (name: string, list: ListName, options: ListOptions) => {
      const { saveList } = await import('../actions/with-services.ts')
      await saveList(context, name, list, options)
    })
}

function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number from 1 on.')
  return count
}
