import { environmentNames, flavorNames } from '../../../shared/model/profile/environment.ts'
import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../output/table.ts'

/** Lists all profiles. */
export async function listProfiles({ profiles, print, printJson }: CommandContext): Promise<void> {
  const listed = (await (await profiles()).list()).map((stored) => stored.profile)
  printJson(listed)
  print(
    listed.length === 0
      ? 'No profiles. Import a profile file, or try the practice service in the window.'
      : formatTable(
          ['Name', 'Environment', 'Flavor', 'Client ID', 'ID'],
          listed.map(({ name, environment, flavor, clientId, id }) => [
            name,
            environmentNames[environment],
            flavorNames[flavor],
            clientId,
            id,
          ]),
        ),
  )
}

/** Prints the settings of a profile. */
export async function showProfile({ profiles, print, printJson }: CommandContext, name: string): Promise<void> {
  const { profile } = await (await profiles()).find(name)
  printJson(profile)
  print(
    formatTable(
      ['Setting', 'Value'],
      Object.entries(profile).map(([member, value]) => [
        member,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  )
}
