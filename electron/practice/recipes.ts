import { emptySubject, type Subject } from '#shared/credentials/credential.ts'
import type { Environment, Flavor } from '#shared/profiles/environment.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import type { PortalTab } from './portal/portal-client.ts'

/** A profile of the set, and the portal's tab that serves it. */
export interface Recipe {
  readonly tab: PortalTab['tab']
  readonly name: string
  readonly environment: Environment
  readonly flavor: Flavor
  /** How long its certificate is valid, days; undefined if it uses a client secret. */
  readonly days: number | undefined
}

/** Production's certificate expires soon, so that a new user sees a warning. */
export const recipes: readonly Recipe[] = [
  { tab: 'mock', name: 'Practice Mock', environment: 'mock', flavor: 'basic', days: undefined },
  { tab: 'client-testing', name: 'Practice Client Testing', environment: 'client-testing', flavor: 'jwt', days: 365 },
  { tab: 'production', name: 'Practice Production', environment: 'production', flavor: 'jwt', days: 21 },
  { tab: 'legacy', name: 'Practice Legacy', environment: 'client-testing', flavor: 'legacy', days: 365 },
]

/** The settings that the portal determines; the rest is up to the person. */
type PortalSettings = Pick<
  ProfileSettings,
  'clientId' | 'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl' | 'audience' | 'kid' | 'certificateAuthorities'
>

/** @param authority the practice CA's certificate, PEM: trusted if the tab's token URL is https */
export function portalSettings(tab: PortalTab, authority: string): PortalSettings {
  return {
    clientId: tab.clientId,
    tokenUrl: tab.tokenUrl,
    apiBaseUrl: tab.apiBaseUrl,
    reportsBaseUrl: tab.reportsBaseUrl,
    audience: tab.audience ?? '',
    kid: '',
    certificateAuthorities: tab.tokenUrl.startsWith('https:') ? [authority] : [],
  }
}

/**
 * Returns the settings with the portal's addresses after the service moved to other ports. An address with another path
 * was set by the person and stays. Undefined if nothing changes.
 */
export function movedSettings(settings: ProfileSettings, tab: PortalTab): Partial<ProfileSettings> | undefined {
  const changes: Partial<Record<'tokenUrl' | 'apiBaseUrl' | 'reportsBaseUrl', string>> = {}
  for (const member of ['tokenUrl', 'apiBaseUrl', 'reportsBaseUrl'] as const)
    if (settings[member] !== tab[member] && samePath(settings[member], tab[member])) changes[member] = tab[member]
  return Object.keys(changes).length === 0 ? undefined : changes
}

function samePath(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).pathname === new URL(other).pathname
}

export function practiceSubject(commonName: string): Subject {
  return { ...emptySubject, commonName: commonName.slice(0, 64), organization: 'Clavis practice' }
}
