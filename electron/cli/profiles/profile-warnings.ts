import { adviseOnPlainHttp } from '../../../shared/model/profile/plain-http.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { describeOutdatedSecrets } from '../../profiles/settings/outdated-secrets.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'

/** Prints what a person should know about the settings of profiles, on standard error. */
export function noteWarnings(terminal: CommandTerminal, profiles: readonly Profile[]): void {
  for (const profile of profiles) {
    const advice = adviseOnPlainHttp(profile, profile.practice)
    if (advice !== undefined) terminal.note(`clavis: warning: ${profile.name}: ${advice}\n`)
  }
}

/** Says which secrets of a changed profile were deleted because they were given to another host, on standard error. */
export function noteOutdatedSecrets(terminal: CommandTerminal, before: Profile, after: Profile): void {
  for (const sentence of describeOutdatedSecrets(before, after))
    terminal.note(`clavis: warning: ${after.name}: ${sentence}\n`)
}
