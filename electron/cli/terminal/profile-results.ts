import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { inLanes } from '../../concurrency.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodeFor, exitCodes } from '../exit-codes.ts'
import type { Selection } from './profile-selection.ts'

export interface ProfileResult {
  /** Printed for people; several lines only for a single profile. */
  readonly text: string
  /** Whether a program may read the text of a single profile, so that it is printed unchanged. */
  readonly isData?: true
  /** Printed with `--json`. */
  readonly value: unknown
  /** Exit code of this profile's part; 0 by default. */
  readonly exitCode?: number
}

export interface ProfileResults {
  /** For `--json`: one for each profile, in their order. */
  readonly results: readonly unknown[]
  /** The highest of all. */
  readonly exitCode: number
}

/**
 * Works on each chosen profile. One that was named prints its result as usual. Several print a line each, or one JSON array
 * with `{ profile, profileId, value | error }`, and the exit code is the highest: a failure leaves the others alone.
 * @param during shown on a terminal during the work on a profile that was named
 * @throws what `work` throws for a profile that was named
 */
export async function forEachProfile(
  context: CommandContext,
  selection: Selection,
  work: (stored: StoredProfile) => Promise<ProfileResult>,
  during = '',
): Promise<void> {
  const { terminal, print, printData, printJson, setExitCode } = context
  const [only] = selection.profiles
  if (!selection.isSeveral && only !== undefined) {
    const { text, isData, value, exitCode } = await terminal.showDuring(during, work(only))
    printJson(value)
    if (isData === true) printData(text)
    else print(text)
    if (exitCode !== undefined) setExitCode(exitCode)
    return
  }
  const { results, exitCode } = await resultsOf(context, selection, work)
  printJson(results)
  setExitCode(exitCode)
}

/** Works on each chosen profile and prints a line for each. A failure leaves the others alone. */
export async function resultsOf(
  { terminal, print }: CommandContext,
  { profiles, jobs }: Selection,
  work: (stored: StoredProfile) => Promise<ProfileResult>,
): Promise<ProfileResults> {
  let done = 0
  let worst: number = exitCodes.fine
  const results = await inLanes(profiles, jobs, async (stored) => {
    const { id: profileId, name: profile } = stored.profile
    const result = await outcomeOf(() => work(stored))
    done += 1
    const failed = 'error' in result
    worst = Math.max(worst, failed ? exitCodeFor(result.error.code) : (result.exitCode ?? exitCodes.fine))
    const line = failed ? failureLine(result.error) : result.text.split('\n')[0]
    if (line !== '') print(visibleLine(`${profile}: ${line ?? ''}`))
    if (terminal.showsStatus)
      terminal.showStatus(done < profiles.length ? `${done} of ${profiles.length} profiles` : '')
    return { profile, profileId, ...(failed ? { error: result.error } : { value: result.value }) }
  })
  return { results, exitCode: worst }
}

/** Puts an error into one line. */
export function failureLine({ code, message, hint, command }: ErrorValue): string {
  return [`FAILED ${code}: ${message}`, hint, command].filter((part) => part !== undefined).join(' ')
}

async function outcomeOf(work: () => Promise<ProfileResult>): Promise<ProfileResult | { readonly error: ErrorValue }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ClavisError) return { error: error.toValue() }
    throw error
  }
}
