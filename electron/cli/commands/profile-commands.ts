import { idOrName, type ClavisCommand } from '../clavis-command.ts'

const settingsHelp = 'settings as key=value, with the keys of profile files'

export function addProfileCommands(program: ClavisCommand): void {
  const profile = program.command('profile').description('create, change, list, import, export and delete profiles')
  profile
    .command('list')
    .description('list all profiles')
    .examples('clavis profile list', 'clavis profile list --json')
    .reads((actions) => actions.listProfiles)
  profile
    .command('show')
    .description('show the settings of a profile')
    .profile()
    .examples('clavis profile show Acme', 'clavis profile show Acme --json')
    .reads((actions) => actions.showProfile)
  profile
    .command('create')
    .description('create a profile')
    .argument('<name>', 'name of the new profile')
    .argument('<settings...>', settingsHelp)
    .examples('clavis profile create Acme environment=mock clientId=acme tokenUrl=https://auth.example.com/token')
    .runs((actions) => actions.createProfile)
  profile
    .command('set')
    .description('change settings of a profile')
    .profile()
    .argument('<settings...>', settingsHelp)
    .confirm()
    .examples(
      'clavis profile set Acme scopes="payments reports" assertionLifetimeSeconds=60',
      'clavis profile set Acme extraTokenParameters.tenant=acme kid=',
      'clavis profile set "Acme live" clientId=acme-2 --confirm "Acme live"',
    )
    .runs((actions) => actions.setSettings)
  profile
    .command('import')
    .description('import every profile of a profile file, or none if one is invalid')
    .argument('<file>', 'profile file (JSON)')
    .option('--with-network', 'import trusted CAs and proxies too')
    .option('--replace', 'replace the settings of profiles with the same names; keys and secrets stay')
    .confirmSeveral('replacing')
    .examples(
      'clavis profile import profiles.json',
      'clavis profile import profiles.json --with-network',
      'clavis profile import profiles.json --replace --confirm "Acme live"',
    )
    .runs((actions) => actions.importProfiles)
  profile
    .command('export')
    .description('write profiles to a profile file, without keys and secrets')
    .argument('[profiles...]', 'profile IDs or exact names (default: all)')
    .requiredOption('--out <file>', 'profile file to write')
    .examples('clavis profile export --out profiles.json', 'clavis profile export Acme "Acme live" --out acme.json')
    .runs((actions) => actions.exportProfiles)
  profile
    .command('remove')
    .description('delete a profile; its keys and secret stay in the keychain')
    .profile()
    .option('--destroy-secrets', 'also delete its keys and client secret from the keychain; cannot be undone')
    .confirm()
    .examples('clavis profile remove Acme', 'clavis profile remove "Acme live" --destroy-secrets --confirm "Acme live"')
    .runs((actions) => actions.removeNamed)
  program
    .command('agree')
    .description('agree to hosts that a profile or the webhook got in the window, so that commands connect to them')
    .argument('<hosts...>', 'hosts as the error names them')
    .option('--profile <profile>', idOrName)
    .unless('--webhook', 'the webhook of the expiry warnings', ['profile'])
    .demand(({ profile: name, webhook }) => (name ?? webhook) !== undefined, 'specify --profile or --webhook')
    .examples(
      'clavis agree https://auth.example.com --profile Acme',
      'clavis agree https://hooks.example.com --webhook',
    )
    .runs((actions) => actions.agree)
}
