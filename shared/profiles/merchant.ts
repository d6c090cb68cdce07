import type { ProfileSettings } from './profile.ts'

/** How people write an environment in a profile's name. */
const environmentWords =
  /(?<![\p{L}\p{N}])(?:client[\s_-]*testing|production|sandbox|mock|prod|live|testing|test|ct)(?![\p{L}\p{N}])/giu

/** Signs that are left at the ends, or empty brackets, once the environment is taken out. */
const leftovers = /\(\s*\)|\[\s*\]|^[\s\-–—_·|/:,.]+|[\s\-–—_·|/:,.]+$/gu

/** Returns a profile's name without its environment, e.g. `Acme` for `Acme (Production)`; the name if nothing is left. */
export function suggestMerchant(name: string): string {
  const rest = name.replaceAll(environmentWords, ' ').replaceAll(leftovers, '').replaceAll(/\s+/gu, ' ')
  const trimmed = rest.replaceAll(leftovers, '').trim()
  return trimmed === '' ? name.trim() : trimmed
}

/** Returns the merchant that a profile is for: its tag, or else what its name suggests. */
export function merchantOf({ merchant, name }: Pick<ProfileSettings, 'merchant' | 'name'>): string {
  return merchant === '' ? suggestMerchant(name) : merchant
}
