import { ClavisError } from '../errors/error.ts'
import type { Profile } from './profile.ts'

/** What Production profiles allow: everything, or only to be viewed. */
export const productionAccesses = ['full', 'read-only'] as const
export type ProductionAccess = (typeof productionAccesses)[number]

/** Why Production profiles are read-only, and what to do. The window's bar says the same as an error. */
export const readOnlyReason = 'Clavis runs on Chromium instead of Electron, without Electron’s protection.'
export const readOnlyRemedy = 'Install Electron, or start Clavis with CLAVIS_RUNTIME=chromium to accept the risk.'

/** Returns whether a profile can only be viewed. Practice profiles reach no live service and hold no real key. */
export function isReadOnly(
  access: ProductionAccess,
  { environment, practice }: Pick<Profile, 'environment' | 'practice'>,
): boolean {
  return access === 'read-only' && environment === 'production' && !practice
}

/** Returns the error for whatever would use or change a read-only profile. */
export function productionReadOnly(name: string): ClavisError {
  return new ClavisError('production-read-only', `“${name}” is read-only here: ${readOnlyReason}`, {
    hint: readOnlyRemedy,
  })
}
