import { environmentNames } from './environment.ts'
import { merchantOf } from './merchant.ts'
import type { Profile } from './profile.ts'

/** Up to this many profiles are found at a glance. */
export const fewProfiles = 8

/** Returns the profiles with every word of a text in their name, merchant or environment, in any letter case. */
export function filterProfiles<P extends Pick<Profile, 'name' | 'merchant' | 'environment'>>(
  profiles: readonly P[],
  text: string,
): readonly P[] {
  const words = text.toLowerCase().split(/\s+/u)
  return profiles.filter((profile) => {
    const searched = `${profile.name} ${merchantOf(profile)} ${environmentNames[profile.environment]}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
