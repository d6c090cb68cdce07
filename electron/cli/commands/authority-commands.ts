import type { Command } from 'commander'
import type { TrustOptions } from '../actions/authority-actions.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'

const actions = () => import('../actions/with-services.ts')

/** `clavis authority …` */
export function addAuthorityCommands(program: Command, context: CommandContext): void {
  const authority = program.command('authority').description('whom a profile’s connections are trusted to')
  authority
    .command('show')
    .description('the certificates that a server of the profile presents, trusted or not; nothing is sent to it')
    .argument('<profile>', 'id or exact name')
    .option('--address <url>', 'one of its addresses; its token URL by default')
    .action(async (name: string, options: TrustOptions) => (await actions()).showAuthority(context, name, options))
  authority
    .command('trust')
    .description('trust the shown authority for this profile alone; compare its fingerprint with your operators first')
    .argument('<profile>', 'id or exact name')
    .argument('<sha256>', 'the fingerprint as “authority show” prints it, in any spelling')
    .option('--address <url>', 'one of its addresses; its token URL by default')
    .addOption(confirmOption())
    .action(async (name: string, sha256: string, options: TrustOptions) =>
      (await actions()).trustAuthority(context, name, sha256, options),
    )
}
