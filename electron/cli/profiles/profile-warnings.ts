import { adviseOnPlainHttp } from '../../../shared/model/profile/plain-http.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'

/** Prints what a person should know about the settings of profiles, on standard error. */
export function noteWarnings(terminal: CommandTerminal, profiles: readonly Profile[]): void {
  for (const profile of profiles) {
    const advice = adviseOnPlainHttp(profile, profile.practice)
    if (advice !== undefined) terminal.note(`clavis: warning: ${profile.name}: ${advice}\n`)
  }
}
