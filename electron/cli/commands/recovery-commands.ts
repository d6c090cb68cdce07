import type { Command } from 'commander'
import type { KeyRecord } from '../../../shared/model/recovery.ts'
import { keyStateWords, originWords } from '../../../shared/model/recovery-words.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../confirm-by-name.ts'
import { formatTable } from '../table.ts'

/** `clavis key list`, `clavis key attach` and `clavis key delete` */
export function addRecoveryCommands(key: Command, { services, say, answer }: CommandContext): void {
  key
    .command('list')
    .description('list every private key in the keychain with its profile, and profiles whose key is missing')
    .action(async () => {
      const keys = await services().recovery.list()
      answer(keys)
      say(keys.length === 0 ? 'There are no keys.' : formatTable(keys.map(rowOf)))
      const unassigned = keys.some(({ state }) => state === 'unassigned')
      if (unassigned)
        say(
          'An unassigned key may belong to another data folder. To use one: clavis key attach. To delete one: clavis key delete.',
        )
    })
  key
    .command('attach')
    .description('make an unassigned key a credential of a profile')
    .argument('<key>', 'its id, as “clavis key list” shows it')
    .argument('<profile>', 'id or exact name')
    .option('--confirm <name>', 'exact name of the profile once more')
    .action(async (keyId: string, name: string, { confirm }: { confirm?: string }) => {
      const { profiles, recovery } = services()
      const { profile } = await profiles.find(name)
      const credential = await recovery.attach(keyId, profile.id, confirmByName(confirm))
      answer(credential)
      const next = 'certificate' in credential ? 'Its certificate was imported before.' : 'Next: clavis csr'
      say(`The key is a credential of ${profile.name} now. ${next}`)
    })
  key
    .command('delete')
    .description('delete an unassigned key from the keychain; this cannot be undone')
    .argument('<key>', 'its id, as “clavis key list” shows it')
    .option('--confirm <key>', 'the same id once more')
    .action(async (keyId: string, { confirm }: { confirm?: string }) => {
      await services().recovery.delete(keyId, confirmByName(confirm))
      answer({ deleted: keyId })
      say('Deleted the key from the keychain.')
    })
}

function rowOf({ keyId, state, profile, origin }: KeyRecord): string[] {
  return [
    keyId,
    keyStateWords[state],
    profile === undefined ? (origin === undefined ? '' : originWords(origin)) : profile.name,
    profile?.credentialName ?? '',
  ]
}
