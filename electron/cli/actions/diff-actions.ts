import { existsSync } from 'node:fs'
import { incompleteWords } from '../../../shared/model/lists/comparison-messages.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { defaultCsvOptions, type ExportFormat, type ExportOptions } from '../../../shared/model/lists/export.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { fileBehindLink } from '../../files/file-behind-link.ts'
import { requireSaveTarget } from '../../files/save-target.ts'
import type { DatasetLease } from '../../lists/loading/dataset-registry.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { ListProgress } from '../output/list-progress.ts'

export interface DiffOptions {
  readonly id?: string
  readonly out?: string
  readonly format: ExportFormat
  readonly list?: ListName
}

export async function diff(
  context: CommandContext,
  before: string,
  after: string,
  options: DiffOptions,
): Promise<void> {
  const { terminal, interrupts, services, say, answer, exitWith } = context
  const file = options.out === undefined ? undefined : fileArgument(options.out)
  if (file !== undefined) await requireSaveTarget(file)
  const { runs, lists, comparisons } = await services()
  const progress = new ListProgress(terminal, runs, interrupts)
  const borrowed: DatasetLease[] = []
  try {
    for (const name of [before, after]) borrowed.push(await borrow(context, name, options.list, progress, file))
    const [earlier, later] = borrowed as [DatasetLease, DatasetLease]
    const control = progress.ofSaving('Comparing')
    const comparison = await comparisons.compareLeased(earlier, later, options.id, control)
    if (comparison.kind === 'unclear') throw unclear(comparison.candidates)
    const { counts, completeness, idPath, summary } = comparison
    const { added, gone, changed, same, withoutIdBefore, withoutIdAfter } = counts
    const withoutId = withoutIdBefore + withoutIdAfter
    // Else a name that is misspelt would say that nothing has changed.
    if (withoutId > 0 && added + gone + changed + same === 0) throw nothingCompared(idPath)
    if (file !== undefined)
      await lists.exportTo(
        summary.runId,
        { kind: 'first', count: summary.records },
        exportOptionsOf(options.format),
        file,
        progress.ofSaving(),
      )
    progress.end()
    answer({
      ...{ id: idPath, ...counts },
      // Null of a file: nobody knows.
      ...{ completeBefore: completeness.before ?? null, completeAfter: completeness.after ?? null },
      ...(file === undefined ? {} : { file }),
    })
    // Where both are empty there is no member to go by.
    const by = idPath === '' ? '' : `, by “${idPath}”`
    say(`${added} added, ${gone} gone, ${changed} changed, ${same} the same${by}.`)
    if (withoutId > 0)
      say(`Not compared, because they have no “${idPath}”: ${withoutIdBefore} before, ${withoutIdAfter} after.`)
    const incomplete = incompleteWords(completeness)
    if (incomplete !== undefined) say(incomplete)
    if (file !== undefined) say(`Wrote ${summary.records} differences to ${file}.`)
    // Of records that were not compared nobody knows that nothing has changed.
    exitWith(summary.records === 0 && withoutId === 0 ? 0 : 1)
  } finally {
    progress.end()
    for (const { release } of borrowed) await release()
  }
}

/** A snapshot of this name; else a file, which may not be the one that the differences are written to. */
async function borrow(
  { services }: CommandContext,
  name: string,
  list: ListName = 'reports',
  progress: ListProgress,
  out: string | undefined,
): Promise<DatasetLease> {
  const { snapshots, comparisons } = await services()
  const snapshot = (await snapshots.list()).find((each) => each.name === name || each.id === name)
  if (snapshot !== undefined) return snapshots.lease(snapshot.id)
  const path = fileArgument(name)
  if (!existsSync(path))
    throw new ClavisError('snapshot-not-found', `“${name}” is neither a snapshot nor a file.`, {
      hint: 'Look at the list of snapshots.',
    })
  if (out !== undefined && (await fileBehindLink(out)) === (await fileBehindLink(path)))
    throw new ClavisError('input-invalid', `${path} is compared, and would be replaced by the differences.`, {
      hint: 'Name another file with --out.',
    })
  return comparisons.leaseLines(path, list, progress.ofSaving('Reading'))
}

function exportOptionsOf(format: ExportFormat): ExportOptions {
  switch (format) {
    case 'ndjson':
    case 'json':
      return { format }
    case 'csv':
      return { format, ...defaultCsvOptions }
    case 'parquet':
      return { format, nested: 'columns' }
  }
}

function nothingCompared(idPath: string): ClavisError {
  return new ClavisError('input-invalid', `No record has “${idPath}”, so there is nothing to compare.`, {
    hint: 'Name a member that the records have with --id PATH.',
  })
}

function unclear(candidates: readonly string[]): ClavisError {
  return new ClavisError('input-invalid', 'It cannot be told from the data which member tells the records apart.', {
    hint:
      candidates.length === 0
        ? 'No member that every record has is called like an identifier. Name one with --id PATH.'
        : `Name it with --id PATH; likely ones are ${candidates.slice(0, 5).join(', ')}.`,
    details: { candidates: [...candidates] },
  })
}
