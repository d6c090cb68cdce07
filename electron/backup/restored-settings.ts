import { isDeepStrictEqual } from 'node:util'
import { isLoopbackUrl, type Profile } from '../../shared/model/profile/profile.ts'
import { isSameProxy } from '../profiles/settings/outdated-secrets.ts'
import { fingerprintInPairs } from '../../shared/model/profile/trust.ts'
import { previewOf, withNetworkOf, withoutNetwork } from '../profiles/import-export/imported-settings.ts'
import { settingsOf } from '../profiles/store/stored-profile.ts'

/**
 * Returns a backup's profile as it is restored. Trusted CAs and proxies are left out, or stay as they are here, unless
 * they are wanted. The practice mark stays only with addresses of this computer.
 * @param here the profile that is replaced
 */
export function restoredProfile(profile: Profile, here: Profile | undefined, withNetwork: boolean): Profile {
  const settings = settingsOf(profile)
  const network = here === undefined ? withoutNetwork(settings) : withNetworkOf(settingsOf(here), settings)
  const { tokenUrl, apiBaseUrl, reportsBaseUrl } = profile
  const addresses = [tokenUrl, apiBaseUrl, reportsBaseUrl].filter((address) => address !== '')
  return {
    ...profile,
    ...(withNetwork ? settings : network),
    practice: profile.practice && addresses.every(isLoopbackUrl),
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
  ]
}
