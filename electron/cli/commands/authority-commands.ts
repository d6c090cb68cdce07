import type { Command } from 'commander'
import type { TrustOptions } from '../actions/authority-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import { examples, profileArgument } from './help-texts.ts'

const actions = () => import('../actions/with-services.ts')

/** Adds `clavis authority …`. */
export function addAuthorityCommands(program: Command, context: CommandContext): void {
  const authority = program.command('authority').description('manage trusted certificate authorities')
  authority
    .command('show')
    .description('show the certificates that a profile’s server presents, trusted or not; sends no request')
    .addArgument(profileArgument())
    .option('--address <url>', 'one of the profile’s addresses (default: token URL)')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} authority show Acme`,
        `${clavis} authority show Acme --address https://reports.example.com`,
      ]),
    )
    .action(async (name: string, options: TrustOptions) => (await actions()).showAuthority(context, name, options))
  authority
    .command('trust')
    .description('trust an authority for one profile; compare its fingerprint with your network operators first')
    .addArgument(profileArgument())
    .argument('<sha256>', 'SHA-256 fingerprint from “authority show”, with or without colons')
    .option('--address <url>', 'one of the profile’s addresses (default: token URL)')
    .addOption(confirmOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} authority trust Acme 3A:5F:…:C1`,
        `${clavis} authority trust "Acme live" 3A5F…C1 --confirm "Acme live"`,
      ]),
    )
    .action(async (name: string, sha256: string, options: TrustOptions) =>
      (await actions()).trustAuthority(context, name, sha256, options),
    )
}
