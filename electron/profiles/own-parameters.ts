import { ClavisError } from '../../shared/model/errors/error.ts'
import type { ProfileSettings } from '../../shared/model/profile/profile.ts'
import { reservedExtraParameters } from '../../shared/model/profile/token-parameter-names.ts'

/**
 * Makes sure that no additional parameter sets what Clavis sends itself, such as the assertion or the scope. Profiles of
 * earlier versions and backups may have one.
 * @throws `input-invalid`
 */
export function requireOwnParameters(
  settings: Pick<ProfileSettings, 'name' | 'targetParameter' | 'scopeParameter' | 'extraTokenParameters'>,
): void {
  const reserved = reservedExtraParameters(settings)
  if (reserved.length === 0) return
  const names = reserved.map((name) => `“${name}”`).join(', ')
  throw new ClavisError(
    'input-invalid',
    `“${settings.name}” has additional token parameters that Clavis sets itself: ${names}.`,
    { hint: 'Remove them from the profile’s token request settings.', details: { parameters: reserved } },
  )
}
