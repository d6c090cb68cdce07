import { isDeepStrictEqual } from 'node:util'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { authoritiesIn, shownAuthority } from './authorities.ts'
import { inShort, originOf, shownAddresses, shownChange, shownValue } from './shown-value.ts'

/**
 * Settings that send no secret elsewhere and do not identify the profile: its group, the record field of a list, and a path
 * below the API address, which receives the token anyway. Every other setting is guarded.
 */
type HarmlessSetting = 'merchant' | 'helloPath' | 'recordMembers'

type GuardedSetting = Exclude<keyof ProfileSettings, HarmlessSetting>

/** Describes the change of each setting. A new setting without an entry does not compile. */
const describers: {
  readonly [S in GuardedSetting]: (before: ProfileSettings[S], after: ProfileSettings[S]) => string[]
} = {
  environment: (before, after) => [`Environment: ${environmentNames[before]} → ${environmentNames[after]}`],
  name: value('Name'),
  flavor: value('OAuth flavor'),
  clientId: value('Client ID'),
  tokenUrl: address('Token URL'),
  apiBaseUrl: address('API base address'),
  reportsBaseUrl: address('Reporting base address'),
  proxy: address('Proxy'),
  proxyUser: value('Proxy user name'),
  proxyExceptions: value('Proxy exceptions'),
  certificateAuthorities: authorities,
  audience: value('Audience'),
  scopes: value('Scopes'),
  clientAuthentication: value('Client authentication'),
  assertionLifetimeSeconds: value('Assertion lifetime (seconds)'),
  includeJti: value('Unique ID (jti) in assertions'),
  followServiceClock: value('Use the server’s time'),
  kid: value('Key ID (kid)'),
  targetParameter: value('Name of the audience parameter'),
  scopeParameter: value('Name of the scope parameter'),
  includeClientId: value('client_id in the body'),
  extraTokenParameters: parameters,
}

/** Lists the guarded settings that differ, one line each, e.g. `Token URL: auth.example.com → other.example.com`. */
export function guardedChanges(before: ProfileSettings, after: ProfileSettings): string[] {
  return (Object.keys(describers) as GuardedSetting[]).flatMap((setting) => {
    if (isDeepStrictEqual(before[setting], after[setting])) return []
    // The compiler cannot follow that values and describer belong to the same setting.
    const describe = describers[setting] as (before: unknown, after: unknown) => string[]
    return describe(before[setting], after[setting])
  })
}

/** Lists the hosts that differ, one line each, e.g. `Token URL: auth.example.com → other.example.com`. */
export function hostChanges(before: ProfileSettings, after: ProfileSettings): string[] {
  return (['tokenUrl', 'apiBaseUrl', 'reportsBaseUrl', 'proxy'] as const).flatMap((setting) => {
    const isSame =
      before[setting] === after[setting] ||
      (originOf(before[setting]) !== undefined && originOf(before[setting]) === originOf(after[setting]))
    return isSame ? [] : describers[setting](before[setting], after[setting])
  })
}

function value(label: string): (before: string | number | boolean, after: string | number | boolean) => string[] {
  return (before, after) => [`${label}: ${shownChange(before, after)}`]
}

function address(label: string): (before: string, after: string) => string[] {
  return (before, after) => [`${label}: ${shownAddresses(before, after)}`]
}

function parameters(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  return inShort(
    names.map(
      (name) => `Additional parameter ${shownValue(name)}: ${shownChange(before[name] ?? '', after[name] ?? '')}`,
    ),
  )
}

function authorities(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [authoritiesIn(before), authoritiesIn(after)]
  const isIn = (list: typeof old, sha256: string): boolean => list.some((each) => each.sha256 === sha256)
  const changes = [
    ...inShort(
      now.filter(({ sha256 }) => !isIn(old, sha256)).map((each) => `Trusted CA added: ${shownAuthority(each)}`),
    ),
    ...inShort(
      old.filter(({ sha256 }) => !isIn(now, sha256)).map((each) => `Trusted CA removed: ${shownAuthority(each)}`),
    ),
  ]
  return changes.length > 0 ? changes : ['Additional trusted CAs: same certificates, written differently']
}
