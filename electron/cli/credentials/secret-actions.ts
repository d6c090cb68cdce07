import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import type { Secret } from '../../keychain/secret.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName, confirmSeveral } from '../terminal/confirm.ts'
import { forEachProfile } from '../terminal/profile-results.ts'
import { selectProfiles, type ProfileAction, type SelectionOptions } from '../terminal/profile-selection.ts'
import { readSecret, readSecretText, secretOf } from '../terminal/secret-input.ts'

export interface SecretOptions {
  readonly confirm?: string
}

export interface SetSecretOptions extends SelectionOptions {
  readonly proxy?: true
  readonly fromJson?: string
  readonly confirm: readonly string[]
}

/** Stores a client secret or a proxy password in the keychain, or without a name the client secrets of several profiles. */
export const setSecrets: ProfileAction<SetSecretOptions> = (context, name, options) =>
  name === undefined ? setSeveral(context, options) : setOne(context, name, options)

/**
 * Stores client secrets of several profiles. Standard input has a JSON object: profile IDs or exact names with their secrets.
 * @throws `input-invalid`, `profile-not-found`: nothing is stored then
 */
async function setSeveral(context: CommandContext, { confirm: typed, ...options }: SetSecretOptions): Promise<void> {
  const { profiles, credentials } = await context.services()
  const prompt = 'Enter a JSON object of profiles and their client secrets: '
  const given = secretsIn(await readSecretText(context.terminal, prompt))
  const secrets = new Map<string, Secret>()
  for (const [name, text] of Object.entries(given))
    secrets.set((await profiles.find(name)).profile.id, secretOf(text, `The secret of ${name}`))
  const chosen = await selectProfiles(context, undefined, options, ({ profile }) => secrets.has(profile.id))
  const confirm = await confirmSeveral(chosen.profiles, typed, 'Store client secrets of')
  await forEachProfile(context, chosen, async ({ profile }) => {
    const secret = secrets.get(profile.id)
    if (secret !== undefined) await credentials.clientSecrets.set(profile.id, secret, confirm)
    secret?.wipe()
    return { text: 'Stored the client secret in the keychain.', value: { profileId: profile.id } }
  })
}

/** Parses the secrets; the error does not repeat them. @throws `input-invalid` */
function secretsIn(text: string): Readonly<Record<string, string>> {
  try {
    return z.record(z.string(), z.string().min(1)).parse(JSON.parse(text))
  } catch {
    throw new ClavisError(
      'input-invalid',
      'Standard input is not a JSON object of profiles and their client secrets.',
      {
        hint: 'Write {"Acme mock": "its secret", "Other mock": "another"}. Nothing was stored.',
      },
    )
  }
}

async function setOne(
  { terminal, services, print, answer }: CommandContext,
  name: string,
  { proxy, confirm }: Pick<SetSecretOptions, 'proxy' | 'confirm'>,
): Promise<void> {
  const { profiles, credentials, proxyPasswords } = await services()
  const { profile } = await profiles.find(name)
  const what = proxy === true ? 'proxy password' : 'client secret'
  const secret = await readSecret(terminal, `Enter the ${what} of ${profile.name}: `)
  if (proxy === true) await proxyPasswords.set(profile.id, secret, confirmByName(confirm))
  else await credentials.clientSecrets.set(profile.id, secret, confirmByName(confirm))
  secret.wipe()
  answer({ profileId: profile.id }, `Stored the ${what} of ${profile.name} in the keychain.`)
  if (proxy === true && profile.proxyUser === '')
    print('The profile has no proxy user yet. Enter one under “Network” in its settings.')
}

export async function removeProxyPassword(
  { services, answer }: CommandContext,
  name: string,
  { confirm }: SecretOptions,
): Promise<void> {
  const { profiles, proxyPasswords } = await services()
  const { profile } = await profiles.find(name)
  await proxyPasswords.remove(profile.id, confirmByName(confirm))
  answer({ profileId: profile.id }, `Deleted the proxy password of ${profile.name} from the keychain.`)
}
