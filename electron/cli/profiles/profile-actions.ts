import { environmentNames, flavorNames } from '#shared/profiles/environment.ts'
import { adviseOnPlainHttp } from '#shared/profiles/plain-http.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { describeOutdatedSecrets } from '../../profiles/outdated-secrets.ts'
import type { CommandContext } from '../command-context.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import { formatTable } from '../terminal/table.ts'

export async function listProfiles({ profiles, answer }: CommandContext): Promise<void> {
  const listed = (await (await profiles()).list()).map((stored) => stored.profile)
  const rows = listed.map(({ name, environment, flavor, clientId, id }) => [
    name,
    environmentNames[environment],
    flavorNames[flavor],
    clientId,
    id,
  ])
  const ifEmpty = 'No profiles. Import a profile file, or try the practice service in the window.'
  answer(listed, formatTable(['Name', 'Environment', 'Flavor', 'Client ID', 'ID'], rows, ifEmpty))
}

export async function showProfile({ profiles, answer, terminal }: CommandContext, name: string): Promise<void> {
  const { profile } = await (await profiles()).find(name)
  const rows = Object.entries(profile).map(([member, value]) => [
    member,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  answer(profile, formatTable(['Setting', 'Value'], rows))
  noteWarnings(terminal, [profile])
}

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
