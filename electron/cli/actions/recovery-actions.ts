import type { KeyRecord } from '../../../shared/model/credential/recovery.ts'
import { keyStateWords, originWords } from '../../../shared/model/credential/recovery-messages.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../input/confirm-by-name.ts'
import { formatTable } from '../output/table.ts'

export async function listKeys({ services, say, answer, commandLine }: CommandContext): Promise<void> {
  const keys = await (await services()).recovery.list()
  answer(keys)
  say(keys.length === 0 ? 'There are no keys.' : formatTable(keys.map(rowOf)))
  const unassigned = keys.some(({ state }) => state === 'unassigned')
  if (unassigned)
    say(
      `An unassigned key may belong to another data folder. To use one: ${commandLine} key attach. To delete one: ${commandLine} key delete.`,
    )
}

/** @param confirm the profile’s name as it was typed once more */
export async function attachKey(
  { services, say, answer, commandLine }: CommandContext,
  keyId: string,
  name: string,
  confirm: string | undefined,
): Promise<void> {
  const { profiles, recovery } = await services()
  const { profile } = await profiles.find(name)
  const credential = await recovery.attach(keyId, profile.id, confirmByName(confirm))
  answer(credential)
  const next = 'certificate' in credential ? 'Its certificate was imported before.' : `Next: ${commandLine} csr`
  say(`The key is a credential of ${profile.name} now. ${next}`)
}

/** @param confirm the id as it was typed once more */
export async function deleteKey(
  { services, say, answer }: CommandContext,
  keyId: string,
  confirm: string | undefined,
): Promise<void> {
  await (await services()).recovery.delete(keyId, confirmByName(confirm))
  answer({ deleted: keyId })
  say('Deleted the key from the keychain.')
}

function rowOf({ keyId, state, profile, origin }: KeyRecord): string[] {
  return [
    keyId,
    keyStateWords[state],
    profile === undefined ? (origin === undefined ? '' : originWords(origin)) : profile.name,
    profile?.credentialName ?? '',
  ]
}
