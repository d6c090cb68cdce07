import { confirmByName } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'
import { readSecret } from '../input/secret-input.ts'

export interface SecretOptions {
  readonly proxy?: true
  readonly confirm?: string
}

/** Stores a client secret or a proxy password in the keychain. */
export async function setSecret(
  { terminal, services, print, printJson }: CommandContext,
  name: string,
  { proxy, confirm }: SecretOptions,
): Promise<void> {
  const { profiles, credentials, proxyPasswords } = await services()
  const { profile } = await profiles.find(name)
  const what = proxy === true ? 'proxy password' : 'client secret'
  const secret = await readSecret(terminal, `Enter the ${what} of ${profile.name}: `)
  if (proxy === true) await proxyPasswords.set(profile.id, secret, confirmByName(confirm))
  else await credentials.clientSecrets.set(profile.id, secret, confirmByName(confirm))
  secret.wipe()
  printJson({ profileId: profile.id })
  print(`Stored the ${what} of ${profile.name} in the keychain.`)
  if (proxy === true && profile.proxyUser === '')
    print('The profile has no proxy user yet. Enter one under “Network” in its settings.')
}

/** Deletes a proxy password from the keychain. */
export async function removeProxyPassword(
  { services, print, printJson }: CommandContext,
  name: string,
  { confirm }: SecretOptions,
): Promise<void> {
  const { profiles, proxyPasswords } = await services()
  const { profile } = await profiles.find(name)
  await proxyPasswords.remove(profile.id, confirmByName(confirm))
  printJson({ profileId: profile.id })
  print(`Deleted the proxy password of ${profile.name} from the keychain.`)
}
