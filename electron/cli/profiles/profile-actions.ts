import { environmentNames, flavorNames } from '../../../shared/model/profile/environment.ts'
import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../output/table.ts'
import { noteWarnings } from './profile-warnings.ts'

/** Lists all profiles. */
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

/** Prints the settings of a profile. */
export async function showProfile({ profiles, answer, terminal }: CommandContext, name: string): Promise<void> {
  const { profile } = await (await profiles()).find(name)
  const rows = Object.entries(profile).map(([member, value]) => [
    member,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  answer(profile, formatTable(['Setting', 'Value'], rows))
  noteWarnings(terminal, [profile])
}
