import { Argument, InvalidArgumentError, Option } from 'commander'
import { csvDelimiters, exportFormats, nestedForms } from '#shared/lists/export-forms.ts'
import { listNames } from '#shared/profiles/list-name.ts'
import { clockOf } from '#shared/values/local-day.ts'
import type { ClavisCommand } from '../clavis-command.ts'
import { columnsOf, columnTypesOf } from '../lists/column-list.ts'

export function addListCommand(program: ClavisCommand): void {
  program
    .command('list')
    .description('load a list and export its records')
    .profile()
    .addArgument(new Argument('<list>', 'list to load').choices(listNames))
    .option('--out <target>', 'file to write; - for standard output, once all records are loaded')
    .option('--force', 'overwrite an existing file')
    .option('--resume <file>', 'resume an interrupted NDJSON download')
    .option('--resume-or-start <file>', 'resume an interrupted NDJSON download, or start a new one')
    .choice('--format <format>', 'file format', exportFormats, 'ndjson')
    .option('--snapshot <name>', 'save the dataset as a snapshot, or continue an incomplete one')
    .addOption(
      new Option(
        '--filter <line>',
        'save only matching records, as the window’s filter line does, for example "status:Errored createdAt:yesterday"',
      ).conflicts(['resume', 'resumeOrStart', 'max']),
    )
    .addOption(
      new Option(
        '--view <name>',
        'save the records of a saved view of the window, in its order; CSV, XLSX and Parquet with its columns',
      ).conflicts(['filter', 'resume', 'resumeOrStart', 'max']),
    )
    .option(
      '--time-zone <zone>',
      'zone of days in --filter or --view, for example Europe/Berlin; default: as in the settings',
      parseTimeZone,
    )
    .option('--max <records>', 'stop after this many records', parseCount)
    .addOption(
      new Option(
        '--columns <paths>',
        'columns of CSV, XLSX and Parquet in this order, for example id,owner.team; unknown ones stay empty',
      )
        .argParser(columnsOf)
        .conflicts('nested'),
    )
    .option(
      '--types <types>',
      'types of Parquet columns, for example amount:decimal(18,2),createdAt:timestamp; also text, boolean, integer, double, date, local-timestamp; timestamp(9) has nanoseconds',
      columnTypesOf,
    )
    .choice(
      '--nested <form>',
      'nested objects in CSV, XLSX and Parquet: separate columns, or one JSON column',
      nestedForms,
      'columns',
    )
    .choice('--csv-delimiter <name>', 'CSV delimiter', csvDelimiters, 'comma')
    .option('--csv-bom', 'add a byte order mark, for Excel on Windows')
    .option('--csv-formulas', 'don’t escape spreadsheet formulas')
    .demand(
      ({ out, format }) => out !== '-' || (format !== 'parquet' && format !== 'xlsx'),
      '--out - can’t be XLSX or Parquet, which programs read from a file; use --out FILE',
    )
    .printsText('--out -', ({ out }) => out === '-')
    .waits('a page', '12h', '5m')
    .examples(
      'clavis list Acme reports --out reports.ndjson',
      'clavis list Acme reports --out reports.csv --format csv --columns reportId,owner.team',
      'clavis list Acme reports --out errored.csv --format csv --filter "status:Errored createdAt:last week"',
      'clavis list Acme reports --out failed.csv --format csv --view "Failed last week"',
      'clavis list Acme reports --out - | jq .status',
      'clavis list Acme reports --resume reports.ndjson',
      'clavis list Acme reports --resume-or-start reports.ndjson',
      'clavis list Acme reports --out reports.ndjson --timeout 30m --max-wait 1m',
    )
    .runs((actions) => actions.exportList)
}

/** Returns the name of a time zone, such as `Europe/Berlin`. @throws InvalidArgumentError */
export function parseTimeZone(text: string): string {
  try {
    clockOf(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new InvalidArgumentError('Unknown time zone. Use an IANA name like Europe/Berlin.')
  }
  return text
}

function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Enter a whole number of at least 1.')
  return count
}

export function addDiffCommand(program: ClavisCommand): void {
  program
    .command('diff')
    .description('compare two snapshots or NDJSON files; exit codes: 0 identical, 1 different or incomplete')
    .argument('<before>', 'snapshot ID or name, or a file')
    .argument('<after>', 'snapshot ID or name, or a file')
    .option('--id <path>', 'field that identifies a record, for example reportId or owner.id')
    .option(
      '--filter <line>',
      'compare only records whose old or new version matches, as the window’s filter line does, for example "status:Errored createdAt:yesterday"',
    )
    .option(
      '--time-zone <zone>',
      'zone of days in --filter, for example Europe/Berlin; default: as in the settings',
      parseTimeZone,
    )
    .option('--out <file>', 'file to write the differences to')
    .option('--force', 'overwrite an existing file')
    .choice('--format <format>', 'format of that file', exportFormats, 'ndjson')
    .choice('--list <list>', 'list that the files were exported from; helps to find the ID field', listNames)
    .examples(
      'clavis diff monday friday',
      'clavis diff monday.ndjson friday.ndjson --id reportId',
      'clavis diff monday friday --filter "status:Errored createdAt:yesterday"',
      'clavis diff monday friday --out changes.csv --format csv',
    )
    .runs((actions) => actions.diff)
}

export function addSnapshotCommands(program: ClavisCommand): void {
  const snapshot = program.command('snapshot').description('list, rename and delete snapshots')
  snapshot
    .command('list')
    .description('list snapshots, newest first')
    .examples('clavis snapshot list', 'clavis snapshot list --json')
    .runs((actions) => actions.listSnapshots)
  snapshot
    .command('rename')
    .description('rename a snapshot')
    .argument('<snapshot>', 'snapshot ID or name')
    .argument('<name>', 'new name')
    .examples('clavis snapshot rename monday "Week 12"')
    .runs((actions) => actions.renameSnapshot)
  snapshot
    .command('remove')
    .description('delete a snapshot')
    .argument('<snapshot>', 'snapshot ID or name')
    .examples('clavis snapshot remove monday')
    .runs((actions) => actions.removeSnapshot)
}
