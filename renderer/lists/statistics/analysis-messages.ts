import type { RunSummary } from '../../../shared/model/lists/list.ts'
import { recordCount } from '../../ui/text/count.ts'

/** What was looked at, said honestly: `counted` records, perhaps not all that are loaded, of a list that may go on. */
export function coverageMessage(counted: number, isNarrowed: boolean, { state, records }: RunSummary): string {
  const isComplete = state.kind === 'complete'
  if (isNarrowed) {
    const among = isComplete ? `all ${recordCount(records)}` : `the ${recordCount(records)} loaded so far; more exist`
    return `Over the ${recordCount(counted)} found in ${among}.`
  }
  if (isComplete && counted === records) return `Over all ${recordCount(counted)}.`
  return `Over the ${recordCount(counted)} loaded ${counted === records ? 'so far' : 'when it was counted'}; more exist.`
}

/** A part of a whole in percent: never 0 % of something, nor 100 % of not all. */
export function percentText(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  const percent = (part / whole) * 100
  if (percent < 0.1) return '<0.1%'
  if (part < whole && percent > 99.9) return '>99.9%'
  return `${percent.toLocaleString(undefined, { maximumFractionDigits: 1 })}%`
}
