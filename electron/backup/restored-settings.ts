import { isDeepStrictEqual } from 'node:util'
import { type Profile, settingsOf, usesOnlyThisComputer } from '#shared/profiles/profile.ts'
import { fingerprintInPairs } from '#shared/profiles/trust.ts'
import { previewOf, withNetworkOf, withoutNetwork } from '../profiles/imported-settings.ts'
import { isSameProxy } from '../profiles/outdated-secrets.ts'

/**
 * Returns a backup's profile as it is restored. Trusted CAs and proxies are left out, or stay as they are here, unless
 * they are wanted. The practice mark stays only with addresses of this computer.
 * @param here the profile that is replaced
 */
export function restoredProfile(profile: Profile, here: Profile | undefined, withNetwork: boolean): Profile {
  const settings = settingsOf(profile)
  const network = here === undefined ? withoutNetwork(settings) : withNetworkOf(settingsOf(here), settings)
  return {
    ...profile,
    ...(withNetwork ? settings : network),
    practice: profile.practice && usesOnlyThisComputer(profile),
  }
}

/** Describes the trusted CAs and the proxy of a backup's profile that it was restored without. */
export function leftOutNetwork(profile: Profile, restored: Profile): string[] {
  const { authorities, proxy } = previewOf(settingsOf(profile), new Map())
  return [
    ...(isDeepStrictEqual(profile.certificateAuthorities, restored.certificateAuthorities) ? [] : authorities).map(
      ({ subject, sha256 }) => `trusted CA ${subject} (SHA-256 ${fingerprintInPairs(sha256)})`,
    ),
    ...(proxy === undefined || isSameProxy(profile, restored) ? [] : [`proxy ${proxy}`]),
    ...(profile.localMethods === restored.localMethods ? [] : [`methods of the local address ${profile.localMethods}`]),
  ]
}
