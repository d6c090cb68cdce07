import { type ClavisCommand, wholeNumber } from '../clavis-command.ts'

export function addCheckCommand(program: ClavisCommand): void {
  program
    .command('check')
    .description(
      'request a token for each profile, check when its certificates expire, and write metrics; for cron and monitoring',
    )
    .argument('[profiles...]', 'profile IDs or exact names (default: all profiles)')
    .option('--metrics <file>', 'also write metrics for the textfile collector of Prometheus’ node_exporter')
    .option('--within <days>', 'days that count as soon', wholeNumber(99_999), 30)
    .option('--jobs <number>', 'profiles worked on at the same time', wholeNumber(64), 4)
    .waits('a response', '2m', '1m')
    .examples(
      'clavis check',
      'clavis check "Acme production" --metrics /var/lib/prometheus/node-exporter/clavis.prom',
      'clavis check --within 60 --json',
    )
    .runs((actions) => actions.checkProfiles)
}
