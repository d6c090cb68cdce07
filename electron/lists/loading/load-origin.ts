import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { parsedJson } from '#shared/values/json.ts'
import { loadBasisOf, loadBasisSchema } from './list-pages.ts'

const originSchema = z.strictObject({ profileId: z.string(), list: z.string(), basis: loadBasisSchema })

/** What a load's cursors depend on: with another profile, list or basis they lead to other records. */
export type LoadOrigin = z.infer<typeof originSchema>

export function originOf(profile: Profile, list: ListName): LoadOrigin {
  return { profileId: profile.id, list, basis: loadBasisOf(profile, list) }
}

/**
 * Makes sure that the load in a file can be resumed.
 * @param stored the origin that the file says
 * @throws `input-invalid`
 */
export function requireOrigin(file: string, stored: string | undefined, now: LoadOrigin): void {
  const origin = originSchema.safeParse(parsedJson(stored ?? '')).data
  if (origin?.profileId !== now.profileId || origin.list !== now.list)
    throw new ClavisError('input-invalid', `${file} was started with another list or profile.`, {
      hint: 'Use the same profile and list, or start a new file without --resume.',
    })
  if (!isDeepStrictEqual(origin.basis, now.basis))
    throw new ClavisError(
      'input-invalid',
      `${file} can’t be resumed: the profile’s addresses, client ID or field for the records changed since it was started.`,
      { hint: 'Start a new file without --resume. The records loaded so far stay until then.' },
    )
}
