import type { Profile } from '#shared/profiles/profile.ts'
import { type Confirmation, inShort, nameLines } from '#shared/questions.ts'
import { originOf, shownAddress, shownValue } from '../shown-value.ts'
import type { HostPurpose, HostUse } from './profile-hosts.ts'

/** Asks before a profile connects to hosts for the first time. */
export function newHostsQuestion(profile: Profile, uses: readonly HostUse[]): Confirmation {
  const { name } = profile
  return {
    names: [name],
    message: `Connect to ${uses.length === 1 ? 'a new host' : 'new hosts'}?`,
    details: [
      ...nameLines([name]),
      ...uses.map(({ purpose, host }) => `${shownOrigin(host)} receives ${received[purpose](profile)}.`),
      ...(uses.some(({ purpose }) => purpose === 'token') ? parameters(profile) : []),
    ],
    action: 'Connect',
  }
}

/** Asks before warnings are sent to a webhook's host for the first time. */
export function webhookHostQuestion(host: string): Confirmation {
  return {
    names: [],
    message: `Send expiry warnings to ${shownOrigin(host)}?`,
    details: ['Warnings name your profiles and their certificates.'],
    action: 'Send warnings',
  }
}

/** Formats an origin: https is not shown, any other scheme is. */
export function shownOrigin(host: string): string {
  return shownAddress(originOf(host) ?? host)
}

const received: Readonly<Record<HostPurpose, (profile: Profile) => string>> = {
  token: ({ clientAuthentication }) => {
    switch (clientAuthentication) {
      case 'private_key_jwt':
        return 'the client ID and signed assertions'
      case 'tls_client_auth':
        return 'the client ID and the client certificate'
      case 'client_secret_basic':
      case 'client_secret_post':
        return 'the client ID and the client secret'
    }
  },
  api: () => 'access tokens',
  proxy: ({ proxyUser }) =>
    `the names of the hosts that this profile connects to${proxyUser === '' ? '' : ', and the proxy password'}`,
  webhook: () => 'expiry warnings',
}

/** A script could put what it saw into them. */
function parameters({ extraTokenParameters }: Profile): string[] {
  return inShort(
    Object.entries(extraTokenParameters).map(
      ([name, value]) => `Additional parameter: ${shownValue(name)}=${shownValue(value)}`,
    ),
  )
}
