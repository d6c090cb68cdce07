import type { Command } from 'commander'
import { environmentNames, flavorNames } from '../../../shared/model/environment.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { readChosenFile } from '../../files/read-chosen-file.ts'
import { removeProfile } from '../../credentials/profile-removal.ts'
import { withoutAsking } from '../../profiles/confirmation.ts'
import { confirmByName, confirmOption } from '../confirm-by-name.ts'
import { maxProfileFileBytes } from '../../profiles/profile-exchange.ts'
import { importedLines } from '../imported-profiles.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { formatTable } from '../table.ts'

/** `clavis profile …` */
export function addProfileCommands(program: Command, { services, say, answer }: CommandContext): void {
  const profile = program.command('profile').description('look at profiles, and move them between machines')

  profile
    .command('list')
    .description('all profiles')
    .action(async () => {
      const profiles = (await services().profiles.list()).map((stored) => stored.profile)
      answer(profiles)
      say(
        profiles.length === 0
          ? 'There are no profiles. Import some, or set up the practice profiles in the window.'
          : formatTable(
              profiles.map(({ name, environment, flavor, clientId, id }) => [
                name,
                environmentNames[environment],
                flavorNames[flavor],
                clientId,
                id,
              ]),
            ),
      )
    })

  profile
    .command('show')
    .description('everything that a profile is set to')
    .argument('<profile>', 'id or exact name')
    .action(async (name: string) => {
      const stored = (await services().profiles.find(name)).profile
      answer(stored)
      say(
        formatTable(
          Object.entries(stored).map(([member, value]) => [
            member,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      )
    })

  profile
    .command('import')
    .description('every profile of a profile file, or none')
    .argument('<file>')
    .option('--with-network', 'keep the trusted CAs and proxies that the file brings; without it they are left out')
    .action(async (path: string, { withNetwork }: { withNetwork?: true }) => {
      const text = (await readChosenFile(fileArgument(path), maxProfileFileBytes)).toString('utf8')
      const { profiles } = services()
      const previews = profiles.previewFile(text)
      // The option is the agreement that the window asks for in a dialog.
      const imported = await profiles.importFile(text, { withNetwork: withNetwork === true }, withoutAsking)
      answer(imported)
      say(importedLines(previews, withNetwork === true).join('\n'))
    })

  profile
    .command('export')
    .description('write profiles, without secrets, to a profile file; all of them where none is named')
    .argument('[profiles...]', 'ids or exact names')
    .requiredOption('--out <file>', 'the file to write')
    .action(async (names: string[], { out }: { out: string }) => {
      const { profiles } = services()
      const chosen =
        names.length === 0 ? await profiles.list() : await Promise.all(names.map((name) => profiles.find(name)))
      const ids = chosen.map((stored) => stored.profile.id)
      await writeFileAtomically(fileArgument(out), await profiles.exportFile(ids))
      answer({ profiles: ids.length, file: fileArgument(out) })
      say(`Wrote ${ids.length} ${ids.length === 1 ? 'profile' : 'profiles'} to ${out}.`)
    })

  profile
    .command('remove')
    .description('remove a profile; its keys and secret stay in the keychain unless --destroy-secrets is given')
    .argument('<profile>', 'id or exact name')
    .option('--destroy-secrets', 'destroy its keys and client secret in the keychain too; this cannot be undone')
    .addOption(confirmOption())
    .action(async (name: string, { destroySecrets, confirm }: { destroySecrets?: true; confirm?: string }) => {
      const { profiles, credentials } = services()
      const { profile: found } = await profiles.find(name)
      const { id, name: fullName } = found
      const options = { destroySecrets: destroySecrets === true }
      await removeProfile({ profiles, credentials }, id, options, confirmByName(confirm))
      answer({ removed: id })
      say(`Removed ${fullName}${destroySecrets === true ? ' and destroyed its keys and secret' : ''}.`)
    })
}
