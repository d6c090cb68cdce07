import {
  isRemovalInterrupted,
  keyStateWords,
  originWords,
  removalInterrupted,
} from '#shared/credentials/recovery-messages.ts'
import type { KeyRecord } from '#shared/credentials/recovery.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'
import { formatTable } from '../terminal/table.ts'

/** Lists the private keys in the keychain and the keys that profiles miss there. */
export async function listKeys({ services, print, answer, commandLine }: CommandContext): Promise<void> {
  const { recovery, settings } = await services()
  const [keys, timeZone] = [await recovery.list(), await settings.timeZone()]
  const rows = keys.map((key) => rowOf(key, timeZone))
  answer(keys, formatTable(['Key', 'State', 'Profile', 'Credential'], rows, 'No keys.'))
  for (const key of keys) if (isRemovalInterrupted(key)) print(`${key.keyId}: ${removalInterrupted}`)
  const unassigned = keys.some(({ state }) => state === 'unassigned')
  if (unassigned)
    print(
      `An unassigned key may belong to another data folder. Use it with ${commandLine} key attach, or delete it with ${commandLine} key delete.`,
    )
}

/** Adds an unassigned key to a profile. @param confirm the profile's name, repeated by the person */
export async function attachKey(
  { services, answer, commandLine }: CommandContext,
  keyId: string,
  name: string,
  { confirm }: { readonly confirm?: string },
): Promise<void> {
  const { profiles, recovery } = await services()
  const { profile } = await profiles.find(name)
  const credential = await recovery.attach(keyId, profile.id, confirmByName(confirm))
  const next = 'certificate' in credential ? 'Its certificate is already imported.' : `Next: ${commandLine} csr`
  answer(credential, `Added the key to ${profile.name} as a credential. ${next}`)
}

/** Deletes an unassigned key. @param confirm the key's ID, repeated by the person */
export async function deleteKey(
  { services, answer }: CommandContext,
  keyId: string,
  { confirm }: { readonly confirm?: string },
): Promise<void> {
  await (await services()).recovery.delete(keyId, confirmByName(confirm))
  answer({ deleted: keyId }, 'Deleted the key from the keychain.')
}

function rowOf({ keyId, state, profile, origin }: KeyRecord, timeZone: string | undefined): string[] {
  return [
    keyId,
    keyStateWords[state],
    profile === undefined ? (origin === undefined ? '' : originWords(origin, timeZone)) : profile.name,
    profile?.credentialName ?? '',
  ]
}
