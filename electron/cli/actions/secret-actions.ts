import { confirmByName } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'
import { readSecret } from '../input/secret-input.ts'

export interface SecretOptions {
  readonly proxy?: true
  readonly confirm?: string
}

export async function setSecret(
  { terminal, services, say, answer }: CommandContext,
  name: string,
  { proxy, confirm }: SecretOptions,
): Promise<void> {
  const { profiles, credentials, proxyPasswords } = await services()
  const { profile } = await profiles.find(name)
  const what = proxy === true ? 'proxy password' : 'client secret'
  const secret = await readSecret(terminal, `The ${what} of ${profile.name}: `)
  if (proxy === true) await proxyPasswords.set(profile.id, secret, confirmByName(confirm))
  else await credentials.setClientSecret(profile.id, secret, confirmByName(confirm))
  secret.wipe()
  answer({ profileId: profile.id })
  say(`The keychain holds the ${what} of ${profile.name}.`)
  if (proxy === true && profile.proxyUser === '')
    say('The profile names no user for its proxy yet: enter one under “Network” in its settings.')
}

export async function removeProxyPassword(
  { services, say, answer }: CommandContext,
  name: string,
  { confirm }: SecretOptions,
): Promise<void> {
  const { profiles, proxyPasswords } = await services()
  const { profile } = await profiles.find(name)
  await proxyPasswords.remove(profile.id, confirmByName(confirm))
  answer({ profileId: profile.id })
  say(`The keychain holds no proxy password of ${profile.name}.`)
}
