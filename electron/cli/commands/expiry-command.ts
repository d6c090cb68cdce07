import { type ClavisCommand, environments, wholeNumber } from '../clavis-command.ts'

export function addExpiryCommand(program: ClavisCommand): void {
  program
    .command('expiry')
    .description(
      'check when each profile’s certificate expires; exit codes: 0 fine, 1 soon, 2 within 7 days or no valid one, 3 none needed',
    )
    .option('--within <days>', 'days that count as soon', wholeNumber(99_999), 30)
    .option('--profile <profile>', 'only this profile, by name or ID')
    .choice('--environment <environment>', 'only profiles of this environment', environments)
    .option('--ics <file>', 'also write all upcoming warnings to a calendar file')
    .examples(
      'clavis expiry',
      'clavis expiry --within 60 --environment production --json',
      'clavis expiry --ics certificates.ics',
    )
    .reads((actions) => actions.checkExpiry)
}
