import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { isFor } from '../model/list-messages.ts'
import { needLabel } from '../model/need-messages.ts'
import type { NeededLoad } from './use-needed-load.ts'

/** A command that loads what an answer needs. */
export interface NeededCommand {
  readonly label: string
  readonly run: () => void
}

/** Returns the command that loads what an answer needs. @param loadAll loads without a maximum */
export function neededCommand(
  { environment }: Profile,
  { state }: DatasetSummary,
  { need, start }: NeededLoad,
  loadAll: () => void,
  dates: DateText,
): NeededCommand {
  if (environment === 'production') return { label: 'Load what this needs…', run: start }
  if (state.kind === 'paused') return { label: 'Resume', run: state.need === undefined ? loadAll : start }
  if (isFor(state, need)) return { label: 'Continue loading', run: start }
  return need === 'all' ? { label: 'Load all', run: loadAll } : { label: `Load ${needLabel(need, dates)}`, run: start }
}
