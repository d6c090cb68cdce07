import type { ProfilePreview } from '#shared/profiles/profile-preview.ts'
import { words } from '#shared/profiles/profile-settings.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { type Confirmation, inShort, maxLinesOfKind } from '#shared/questions.ts'
import { authoritiesIn, shownAuthority, type Authority } from './authorities.ts'
import { importNetworkQuestion } from './guards/confirmation-messages.ts'
import type { HostUse } from './guards/profile-hosts.ts'
import { originOf, shownAddress } from './shown-value.ts'

/** Creates the preview that the user reviews before importing a profile. @param read cache of the file's authorities */
export function previewOf(settings: ProfileSettings, read: Map<string, Authority>): ProfilePreview {
  const { name, environment, tokenUrl, apiBaseUrl, reportsBaseUrl, proxy, extraTokenParameters } = settings
  return {
    name,
    environment,
    hosts: [...new Set([tokenUrl, apiBaseUrl, reportsBaseUrl].flatMap((address) => originOf(address) ?? []))],
    parameters: Object.entries(extraTokenParameters).map(([parameter, value]) => ({ name: parameter, value })),
    authorities: authoritiesIn(settings.certificateAuthorities, read),
    ...(hasOwnProxy(settings) ? { proxy } : {}),
  }
}

/**
 * Removes the trusted CAs and the proxy of a file's profile: with them, its author could read what is sent. Removes the methods
 * of its local address, too.
 */
export function withoutNetwork(settings: ProfileSettings): ProfileSettings {
  return {
    ...settings,
    certificateAuthorities: [],
    localMethods: '',
    ...(hasOwnProxy(settings) ? { proxy: 'system', proxyUser: '', proxyExceptions: '' } : {}),
  }
}

/** Returns imported settings with the trusted CAs, the proxy and the rule of the local address that the profile has now. */
export function withNetworkOf(
  { certificateAuthorities, proxy, proxyUser, proxyExceptions, localMethods, localPaths }: ProfileSettings,
  imported: ProfileSettings,
): ProfileSettings {
  return { ...imported, certificateAuthorities, proxy, proxyUser, proxyExceptions, localMethods, localPaths }
}

/** Returns the question before CAs and proxies of a file are kept; undefined if it has none. */
export function questionForImport(
  imported: readonly ProfileSettings[],
  verb: 'Import' | 'Restore' = 'Import',
): Confirmation | undefined {
  const authorities = authoritiesIn(imported.flatMap(({ certificateAuthorities }) => certificateAuthorities))
  const proxies = proxiesOf(imported)
  const methods = [...new Set(imported.flatMap(({ localMethods }) => words(localMethods)))]
  if (authorities.length === 0 && proxies.length === 0 && methods.length === 0) return undefined
  return importNetworkQuestion(
    verb,
    imported.map(({ name }) => name),
    [
      ...inShort(proxies.map((proxy) => `Proxy: ${shownAddress(proxy)}`)),
      ...inShort(authorities.map((each) => `Trusted CA: ${shownAuthority(each)}`)),
    ],
    methods,
  )
}

/** Lists the proxies that the question before an import names: those that fit into it. */
export function proxiesInQuestion(imported: readonly ProfileSettings[]): HostUse[] {
  return proxiesOf(imported)
    .slice(0, maxLinesOfKind)
    .map((proxy) => ({ purpose: 'proxy', host: new URL(proxy).origin }))
}

function proxiesOf(imported: readonly ProfileSettings[]): string[] {
  return [...new Set(imported.filter(hasOwnProxy).map(({ proxy }) => proxy))]
}

function hasOwnProxy({ proxy }: ProfileSettings): boolean {
  return !['system', 'none'].includes(proxy.toLowerCase())
}
