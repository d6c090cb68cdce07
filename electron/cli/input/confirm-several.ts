import { Option } from 'commander'
import type { Confirm } from '../../profiles/confirmation/confirmation.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { confirmByName } from './confirm-by-name.ts'

/** Creates the option that confirms a change to several Production profiles. */
export function confirmSeveralOption(): Option {
  return new Option('--confirm <name>', 'confirm a change to a Production profile by its exact name; repeatable')
    .argParser((name: string, before: readonly string[]) => [...before, name])
    .default([])
}

/**
 * Asks once before anything changes, if there are several profiles and Production ones among them.
 * @param what for example `Activate other credentials of`
 * @returns the confirmation of each
 * @throws `name-not-typed`, which names all of them
 */
export async function confirmSeveral(
  profiles: readonly StoredProfile[],
  typed: readonly string[] = [],
  what: string,
): Promise<Confirm> {
  const confirm = confirmByName(typed)
  const names = profiles
    .filter(({ profile }) => profile.environment === 'production')
    .map(({ profile }) => profile.name)
  if (profiles.length > 1 && names.length > 0)
    await confirm({
      names,
      message: `${what} ${names.length} Production profile${names.length === 1 ? '' : 's'}?`,
      details: ['Nothing was changed.'],
      action: 'Confirm',
    })
  return confirm
}
