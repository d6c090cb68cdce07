/** A secret that is for one host alone. */
export type HostSecret = 'client secret' | 'proxy password'

const hosts: Readonly<Record<HostSecret, string>> = { 'client secret': 'token host', 'proxy password': 'proxy' }

/** Says that a secret does not survive a change of settings: it was given to another host. */
export function outdatedSecretMessage(secret: HostSecret): string {
  return `The ${hosts[secret]} changes, so a stored ${secret} is deleted. Enter it again.`
}
