import { ClavisError } from '../../shared/model/error.ts'
import type { Profile } from '../../shared/model/profile.ts'

/**
 * Lets what cannot be undone go on for a Production profile only where the person typed its name (practice profiles for
 * Production included, so that it is practised). Other environments pass.
 * @param deed what is about to happen, e.g. `Removing it`
 * @throws `name-not-typed`
 */
export function requireTypedName(
  { name, environment }: Pick<Profile, 'name' | 'environment'>,
  typedName: string | undefined,
  deed: string,
): void {
  if (environment !== 'production' || typedName?.trim() === name) return
  throw new ClavisError(
    'name-not-typed',
    `“${name}” is a Production profile. ${deed} cannot be undone, so its name has to be typed.`,
    {
      hint: `Type the name exactly as it stands here. On the command line: --confirm "${name}"`,
      details: { name },
    },
  )
}
