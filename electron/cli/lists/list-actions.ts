import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import { exportNotes } from '#shared/lists/export-forms.ts'
import type { Column } from '#shared/lists/list.ts'
import { nearestColumn } from '#shared/lists/nearest-column.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { requireSaveTarget, requireUnusedName } from '../../files/save-target.ts'
import type { CommandContext } from '../command-context.ts'
import { timeoutReached } from '../terminal/wait-options.ts'
import { InterruptibleLoading } from './interruptible-loading.ts'
import { writeLines } from './list-download.ts'
import { writeFormat } from './list-file.ts'
import type { Outcome } from './list-load.ts'
import { fileOf, waitLimits, type ListOptions } from './list-options.ts'
import { ListProgress } from './list-progress.ts'

/**
 * Loads a list and writes its records to a file or to standard output, saves them as a snapshot, or both.
 * @throws `input-invalid` if the options contradict each other; what loading and writing throw
 */
export async function exportList(
  context: CommandContext,
  name: string,
  list: ListName,
  options: ListOptions,
): Promise<void> {
  const { terminal, interrupts, services, print, printJson } = context
  const target = fileOf(options)
  const isPrinted = target === '-'
  const file = isPrinted ? undefined : target
  if (file !== undefined) await requireSaveTarget(file)
  if (file !== undefined && options.out !== undefined) requireUnusedName(file, options.force)
  const listServices = await services(waitLimits(options))
  const { profiles, datasets } = listServices
  const { profile } = await profiles.find(name)
  const progress = new ListProgress(terminal, datasets, interrupts)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(timeoutReached(options.timeout)), options.timeout)
  const loading = new InterruptibleLoading(
    listServices,
    AbortSignal.any([progress.handleInterrupts(), deadline.signal]),
  )
  let printed: string | undefined
  try {
    printed = isPrinted ? await datasets.temporaryFile(randomUUID()) : undefined
    const write = (chosen: ListOptions & { readonly startsOver?: boolean }): Promise<Outcome> =>
      file !== undefined && chosen.format === 'ndjson' && chosen.filter === undefined && chosen.view === undefined
        ? writeLines(listServices, loading, profile, list, file, chosen, progress)
        : writeFormat(listServices, loading, profile, list, file ?? printed, chosen, progress)
    const outcome = write(options).catch((error: unknown) => {
      if (options.resumeOrStart === undefined || !isRefusedByService(error)) throw error
      return write({ ...options, startsOver: true })
    })
    const {
      records,
      complete,
      summary,
      report,
      absentColumns = [],
      fittedColumns = [],
      textColumns = [],
      sheets = 1,
      viewNotice,
    } = await outcome
    progress.end()
    const { pages, state, snapshot } = summary
    printJson({
      records,
      pages,
      complete,
      report,
      ...(file === undefined ? {} : { file }),
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(absentColumns.length === 0 ? {} : { absentColumns }),
      ...(fittedColumns.length === 0 ? {} : { fittedColumns }),
      ...(textColumns.length === 0 ? {} : { textColumns }),
      ...(sheets === 1 ? {} : { sheets }),
      ...(viewNotice === undefined ? {} : { viewNotice }),
    })
    if (printed !== undefined) await terminal.printFile(printed)
    const say = isPrinted ? (text: string) => terminal.note(`clavis: ${text}\n`) : print
    const moreUnless = (isAll: boolean): string => (isAll ? '' : ' More available.')
    if (target !== undefined)
      say(`Wrote ${records} records (${pages} pages) to ${file ?? 'standard output'}.${moreUnless(complete)}`)
    if (snapshot !== undefined)
      say(
        `Saved ${summary.records} records (${pages} pages) as “${snapshot.name}”.${moreUnless(state.kind === 'complete')}`,
      )
    for (const path of absentColumns) terminal.note(`clavis: ${describeAbsentColumn(path, summary.columns)}\n`)
    if (fittedColumns.length > 0) terminal.note(`clavis: ${describeFittedColumns(fittedColumns)}\n`)
    const notice = state.kind === 'complete' ? state.notice : undefined
    for (const note of [...exportNotes(options.format, { textColumns, sheets }), viewNotice, notice])
      if (note !== undefined) terminal.note(`clavis: ${note}\n`)
  } finally {
    clearTimeout(timer)
    progress.end()
    if (printed !== undefined) await rm(printed, { force: true })
    await datasets.end()
  }
}

/** Whether the service refused a saved cursor, which may have expired. A changed profile has the same code. */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ClavisError && error.code === 'list-cursor-refused' && error.details?.['status'] !== undefined
}

/** Says that the types of some columns depend on the values in this file. */
function describeFittedColumns(paths: readonly string[]): string {
  const [first, ...others] = paths
  const what =
    others.length === 0 ? `type of “${first}” fits` : `types of “${first}” and ${others.length} more columns fit`
  return `The ${what} the values in this file, so other files may differ. Use --types, for example --types "${first}:decimal(18,2)".`
}

/** Says that a column stays empty, and which one was probably meant. */
function describeAbsentColumn(path: string, known: readonly Column[]): string {
  const nearest = known.some((column) => column.path === path) ? undefined : nearestColumn(path, known)
  const suggestion = nearest === undefined ? '' : ` Did you mean “${nearest.path}”?`
  return `No record has “${path}”; column left empty.${suggestion}`
}
