import { type ProfileSettings, settingsOf } from '#shared/profiles/profile.ts'
import { type Confirmation, inShort } from '#shared/questions.ts'
import { shownAuthority } from '../profiles/authorities.ts'
import { restoreQuestion, signingLines } from '../profiles/guards/confirmation-messages.ts'
import { hostsOf, newHosts, same, type HostUse } from '../profiles/guards/profile-hosts.ts'
import { previewOf, proxiesInQuestion, questionForImport } from '../profiles/imported-settings.ts'
import { guardedChanges } from '../profiles/setting-changes.ts'
import { shownAddress } from '../profiles/shown-value.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { RestoreStep } from './restore-plan.ts'
import { leftOutNetwork } from './restored-settings.ts'

/**
 * Returns the question before Production profiles are added or replaced; undefined if none is needed.
 * @param after all profiles, with the steps applied
 */
export function questionForRestore(
  steps: readonly RestoreStep[],
  after: readonly StoredProfile[],
  timeZone: string | undefined,
): Confirmation | undefined {
  const production = steps.filter(isOfProduction)
  if (production.length === 0) return undefined
  const credentials = new Map(after.map((stored) => [stored.profile.id, stored.credentials]))
  return restoreQuestion(
    production.map(({ kind, stored: { profile }, replaced }) => ({
      kind,
      name: replaced?.profile.name ?? profile.name,
      details: [
        ...(replaced === undefined ? addedDetails(profile) : guardedChanges(replaced.profile, profile)),
        ...signingLines(replaced?.credentials, credentials.get(profile.id) ?? [], timeZone),
      ],
    })),
  )
}

/** Returns the question before trusted CAs and proxies of a backup are kept; undefined if it brings none. */
export function questionForNetwork(steps: readonly RestoreStep[]): Confirmation | undefined {
  return questionForImport(bringingNetwork(steps), 'Restore')
}

/** Hosts by profile id that the person agreed to. */
export type NamedHosts = readonly (readonly [profileId: string, uses: readonly HostUse[]])[]

/**
 * Lists the hosts that the questions of a restore name.
 * @param isTyped whether a person typed the backup's name in a command, which is agreement to all hosts that it brings
 */
export function namedHosts(steps: readonly RestoreStep[], isTyped: boolean): NamedHosts {
  const proxies = proxiesInQuestion(bringingNetwork(steps))
  return steps.map((step) => {
    const { profile } = step.stored
    // Not a proxy that stays from here.
    if (isTyped) return [profile.id, same(hostsOf(profile), hostsOf(step.source.profile))]
    const uses = newHosts(step.replaced?.profile, profile)
    return [profile.id, isOfProduction(step) ? uses : same(uses, proxies)]
  })
}

/** Returns whether a restore adds or replaces a Production profile, which asks. */
export function isOfProduction({ stored, replaced }: RestoreStep): boolean {
  return [stored, replaced].some((each) => each?.profile.environment === 'production')
}

function bringingNetwork(steps: readonly RestoreStep[]): ProfileSettings[] {
  return steps
    .filter(
      ({ stored, replaced }) => replaced === undefined || leftOutNetwork(stored.profile, replaced.profile).length > 0,
    )
    .map(({ stored }) => settingsOf(stored.profile))
}

function addedDetails(profile: StoredProfile['profile']): string[] {
  const { hosts, proxy, authorities } = previewOf(settingsOf(profile), new Map())
  return [
    ...hosts.map((host) => `Host: ${shownAddress(host)}`),
    ...(proxy === undefined ? [] : [`Proxy: ${shownAddress(proxy)}`]),
    ...inShort(authorities.map((each) => `Trusted CA: ${shownAuthority(each)}`)),
  ]
}
