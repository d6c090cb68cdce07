import { environmentNames, flavorNames } from '../../../shared/model/profile/environment.ts'
import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../output/table.ts'

export async function listProfiles({ profiles, say, answer }: CommandContext): Promise<void> {
  const listed = (await (await profiles()).list()).map((stored) => stored.profile)
  answer(listed)
  say(
    listed.length === 0
      ? 'There are no profiles. Import some, or set up the practice profiles in the window.'
      : formatTable(
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

export async function showProfile({ profiles, say, answer }: CommandContext, name: string): Promise<void> {
  const { profile } = await (await profiles()).find(name)
  answer(profile)
  say(
    formatTable(
      Object.entries(profile).map(([member, value]) => [
        member,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  )
}
