import { ClavisError } from '../errors.ts'
import type { Profile } from './profile.ts'

/** What Production profiles allow: everything, or only to be viewed. */
export const productionAccesses = ['full', 'read-only'] as const
export type ProductionAccess = (typeof productionAccesses)[number]

const readOnlyReason = 'Clavis runs on Chromium instead of Electron.'
const readOnlyRemedy = 'Start with CLAVIS_RUNTIME=chromium to change or use'

/** What the window shows on every page of a read-only profile. */
export const readOnlyNotice = `Read-only: ${readOnlyReason} ${readOnlyRemedy} it.`

/** Returns whether a profile can only be viewed. Practice profiles reach no live service and hold no real key. */
export function isReadOnly(
  access: ProductionAccess,
  { environment, practice }: Pick<Profile, 'environment' | 'practice'>,
): boolean {
  return access === 'read-only' && environment === 'production' && !practice
}

/** Returns the error for whatever would use or change a read-only profile. */
export function productionReadOnly(name: string): ClavisError {
  return new ClavisError('production-read-only', `“${name}” is read-only: ${readOnlyReason}`, {
    hint: `${readOnlyRemedy} it.`,
  })
}

/** Returns the error for a key that no profile has and that may be a key of Production. */
export function keyReadOnly(): ClavisError {
  return new ClavisError('production-read-only', `This key may be one of Production: ${readOnlyReason}`, {
    hint: `${readOnlyRemedy} it.`,
  })
}
