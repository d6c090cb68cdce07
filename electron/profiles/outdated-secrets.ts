import { outdatedSecretMessage, type HostSecret } from '#shared/profiles/profile.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'

type Addresses = Pick<ProfileSettings, 'tokenUrl' | 'proxy'>

/** Returns whether a client secret for one profile is sent to the same host by the other. */
export function isSameTokenHost(one: Addresses, other: Addresses): boolean {
  return originOf(one.tokenUrl) === originOf(other.tokenUrl)
}

/** Returns whether a proxy password of one profile is sent to the same proxy by the other. */
export function isSameProxy(one: Addresses, other: Addresses): boolean {
  return originOf(one.proxy) === originOf(other.proxy)
}

/** Lists the secrets that do not survive a change of settings: they were given to another host. */
export function outdatedSecrets(before: Addresses, after: Addresses): HostSecret[] {
  return [
    ...(isSameTokenHost(before, after) ? [] : (['client secret'] as const)),
    ...(isSameProxy(before, after) ? [] : (['proxy password'] as const)),
  ]
}

/** Says which secrets that a profile may have are deleted by a change of settings, one sentence each. */
export function describeOutdatedSecrets(before: ProfileSettings, after: ProfileSettings): string[] {
  const usesSecret = [before, after].some(({ clientAuthentication }) =>
    clientAuthentication.startsWith('client_secret'),
  )
  const isUsed = { 'client secret': usesSecret, 'proxy password': before.proxyUser !== '' }
  return outdatedSecrets(before, after).flatMap((secret) => (isUsed[secret] ? [outdatedSecretMessage(secret)] : []))
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address.toLowerCase()
}
