import { exportFormats } from '../../../shared/model/lists/export/export-forms.ts'
import { listNames } from '../../../shared/model/profile/list-name.ts'
import type { ClavisCommand } from '../clavis-command.ts'
import { parseTimeZone } from './list-command.ts'

/** Adds `clavis diff …`. */
export function addDiffCommand(program: ClavisCommand): void {
  program
    .command('diff')
    .description('compare two snapshots or NDJSON files; exit codes: 0 identical, 1 different or incomplete')
    .argument('<before>', 'snapshot name or file')
    .argument('<after>', 'snapshot name or file')
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
