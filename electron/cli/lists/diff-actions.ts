import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { type Comparison, incompleteMessage, repeatedMessage } from '#shared/lists/comparison.ts'
import type { ExportFormat } from '#shared/lists/export.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { fileBehindLink } from '../../files/file-behind-link.ts'
import { requireSaveTarget, requireUnusedName } from '../../files/save-target.ts'
import type { DatasetLease } from '../../lists/loading/dataset-registry.ts'
import type { CommandContext } from '../command-context.ts'
import { noteHint, queryOf } from './list-file.ts'
import { exportOptionsOf, requireFilterOfZone } from './list-options.ts'
import { ListProgress } from './list-progress.ts'

export interface DiffOptions {
  readonly id?: string
  readonly filter?: string
  readonly timeZone?: string
  readonly out?: string
  readonly force?: true
  readonly format: ExportFormat
  readonly list?: ListName
}

/** Compares two snapshots or NDJSON files, and writes the differences to a file if one is given. */
export async function diff(
  context: CommandContext,
  before: string,
  after: string,
  options: DiffOptions,
): Promise<void> {
  const { terminal, interrupts, services, print, printJson, setExitCode } = context
  requireFilterOfZone(options)
  const file = options.out === undefined ? undefined : resolve(options.out)
  if (file !== undefined) await requireSaveTarget(file)
  if (file !== undefined) requireUnusedName(file, options.force)
  const { datasets, comparisons, settings } = await services()
  const progress = new ListProgress(terminal, datasets, interrupts)
  const leases: DatasetLease[] = []
  try {
    for (const name of [before, after]) leases.push(await leaseDataset(context, name, options.list, progress, file))
    const [earlier, later] = leases as [DatasetLease, DatasetLease]
    const named = (await Promise.all(leases.map(({ store }) => store.columns()))).flat()
    const columns = [...new Map(named.map((column) => [column.path, column])).values()]
    const { filter, timeZone } = options
    // Without columns there are no records that could match.
    const query =
      filter === undefined || columns.length === 0
        ? undefined
        : queryOf(filter, columns, timeZone, (await settings.read()).dates, 'both lists')
    noteHint(query, columns, progress)
    const control = progress.jobControl('Comparing')
    const comparison = await comparisons.compareLeased(earlier, later, options.id, control, { filter: query })
    if (comparison.kind === 'unclear') throw unclear(comparison)
    const { counts, completeness, idPath, summary } = comparison
    const { added, gone, changed, same, withoutIdBefore, withoutIdAfter } = counts
    const withoutId = withoutIdBefore + withoutIdAfter
    // A misspelled ID field must not look like "no changes".
    if (withoutId > 0 && added + gone + changed + same === 0) throw nothingCompared(idPath, query !== undefined)
    if (file !== undefined)
      await datasets
        .get(summary.datasetId)
        .store.exportTo(
          { kind: 'first', count: summary.records },
          exportOptionsOf(options),
          file,
          progress.jobControl('Saving'),
        )
    progress.end()
    printJson({
      id: idPath,
      ...counts,
      // A file does not say whether it is complete.
      completeBefore: completeness.before ?? null,
      completeAfter: completeness.after ?? null,
      ...(file === undefined ? {} : { file }),
    })
    // Two empty datasets have no ID field.
    const by = idPath === '' ? '' : ` (by “${idPath}”)`
    print(`${added} added, ${gone} removed, ${changed} changed, ${same} unchanged${by}.`)
    if (withoutId > 0) print(`Not compared: ${withoutIdBefore} before and ${withoutIdAfter} after have no “${idPath}”.`)
    for (const message of [repeatedMessage(counts), incompleteMessage(completeness)])
      if (message !== undefined) print(message)
    if (file !== undefined) print(`Wrote ${summary.records} differences to ${file}.`)
    // Records that were not compared may differ.
    setExitCode(summary.records === 0 && withoutId === 0 ? 0 : 1)
  } finally {
    progress.end()
    for (const { release } of leases) await release()
  }
}

/** Opens the snapshot of this name, or else the file. The file must not be the one that the differences go to. */
async function leaseDataset(
  { services }: CommandContext,
  name: string,
  list: ListName = 'reports',
  progress: ListProgress,
  out: string | undefined,
): Promise<DatasetLease> {
  const { snapshots, comparisons } = await services()
  const snapshot = await snapshots.named(name)
  if (snapshot !== undefined) return snapshots.lease(snapshot.id)
  const path = resolve(name)
  if (!existsSync(path))
    throw new ClavisError('snapshot-not-found', `No snapshot or file “${name}”.`, {
      hint: 'Check the name in the list of snapshots.',
    })
  if (out !== undefined && (await fileBehindLink(out)) === (await fileBehindLink(path)))
    throw new ClavisError('input-invalid', `--out would overwrite ${path}, which is being compared.`, {
      hint: 'Choose another file for --out.',
    })
  return comparisons.leaseLines(path, list, progress.jobControl('Reading'))
}

function nothingCompared(idPath: string, isFiltered: boolean): ClavisError {
  const records = isFiltered ? 'record that the filter matches' : 'record'
  return new ClavisError('input-invalid', `Nothing to compare: no ${records} has the field “${idPath}”.`, {
    hint: 'Choose an existing field with --id PATH.',
  })
}

function unclear({ candidates, reason }: Extract<Comparison, { kind: 'unclear' }>): ClavisError {
  const what = 'The field that identifies a record is unclear.'
  return new ClavisError('input-invalid', reason === undefined ? what : `${what} ${reason}`, {
    hint:
      candidates.length === 0
        ? `Choose ${reason === undefined ? 'one' : 'another'} with --id PATH. No ${reason === undefined ? '' : 'other '}field that every record has looks like an ID.`
        : `Choose it with --id PATH, for example ${candidates.slice(0, 5).join(', ')}.`,
    details: { candidates: [...candidates] },
  })
}
