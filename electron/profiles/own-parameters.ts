import { ClavisError } from '#shared/errors.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { reservedExtraParameters, reservedRenamedParameters } from '#shared/profiles/token-parameter-names.ts'

/**
 * Makes sure that no additional or renamed parameter sets what Clavis sends itself, such as the assertion or the scope.
 * Profiles of earlier versions and backups may have one.
 * @throws `input-invalid`
 */
export function requireOwnParameters(
  settings: Pick<ProfileSettings, 'name' | 'targetParameter' | 'scopeParameter' | 'extraTokenParameters'>,
): void {
  const renamed = reservedRenamedParameters(settings)
  if (renamed.length > 0)
    throw new ClavisError(
      'input-invalid',
      `“${settings.name}” sends its target or scope as a parameter that Clavis sets itself: ${quoted(renamed)}.`,
      { hint: 'Rename it in the profile’s token request settings.', details: { parameters: renamed } },
    )
  const reserved = reservedExtraParameters(settings)
  if (reserved.length === 0) return
  const names = quoted(reserved)
  throw new ClavisError(
    'input-invalid',
    `“${settings.name}” has additional token parameters that Clavis sets itself: ${names}.`,
    { hint: 'Remove them from the profile’s token request settings.', details: { parameters: reserved } },
  )
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}
