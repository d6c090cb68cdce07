import type { ClavisCommand } from '../clavis-command.ts'

/** Adds `clavis authority …`. */
export function addAuthorityCommands(program: ClavisCommand): void {
  const authority = program.command('authority').description('manage trusted certificate authorities')
  authority
    .command('show')
    .description('show the certificates that a profile’s server presents, trusted or not; sends no request')
    .profile()
    .option('--address <url>', 'one of the profile’s addresses (default: token URL)')
    .examples('clavis authority show Acme', 'clavis authority show Acme --address https://reports.example.com')
    .runs((actions) => actions.showAuthority)
  authority
    .command('trust')
    .description('trust an authority for one profile; compare its fingerprint with your network administrator first')
    .profile()
    .argument('<sha256>', 'SHA-256 fingerprint from “authority show”, with or without colons')
    .option('--address <url>', 'one of the profile’s addresses (default: token URL)')
    .confirm()
    .examples(
      'clavis authority trust Acme 3A:5F:…:C1',
      'clavis authority trust "Acme live" 3A5F…C1 --confirm "Acme live"',
    )
    .runs((actions) => actions.trustAuthority)
}
