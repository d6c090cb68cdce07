import type { ClavisCommand } from '../clavis-command.ts'

/** Adds `clavis doctor [PROFILE]`. */
export function addDoctorCommand(program: ClavisCommand): void {
  program
    .command('doctor')
    .description('diagnose a profile: keychain, certificate, network, token and lists')
    .selectors('profile ID or exact name (default: all profiles)')
    .option('--failed', 'print only profiles with problems')
    .option('--summary', 'print one line for each profile')
    .examples('clavis doctor', 'clavis doctor Acme', 'clavis doctor --environment production --failed --summary')
    .runs((actions) => actions.runDiagnostics)
}
