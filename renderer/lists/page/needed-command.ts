import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { isFor, isLoading } from '../model/list-messages.ts'
import type { NeededLoad } from './use-needed-load.ts'

/** A command that loads what an answer needs. */
export interface NeededCommand {
  readonly label: string
  /** Whether pressing it is of no use, because it runs or is about to. */
  readonly isUnderWay: boolean
  readonly run: () => void
}

/** Returns the command that loads what an answer needs. @param loadAll loads without a maximum */
export function neededCommand(
  { environment }: Profile,
  summary: DatasetSummary,
  { need, isStarting, start }: NeededLoad,
  loadAll: () => void,
): NeededCommand {
  const { state } = summary
  const isUnderWay = isStarting || isLoading(summary)
  if (environment === 'production') return { label: 'Load what this needs…', isUnderWay, run: start }
  if (state.kind === 'paused') return { label: 'Resume', isUnderWay, run: state.need === undefined ? loadAll : start }
  if (isFor(state, need)) return { label: 'Continue loading', isUnderWay, run: start }
  if (need === 'all') return { label: 'Load all', isUnderWay, run: loadAll }
  return { label: 'Load what this needs', isUnderWay, run: start }
}
