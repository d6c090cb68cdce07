import type { ClavisCommand } from '../clavis-command.ts'

export function addReplaceCommands(program: ClavisCommand): void {
  const replace = program
    .command('replace')
    .description('replace active certificates without downtime, step by step, for one profile or several')
  replace
    .command('start')
    .description('create a new key and its CSR next to the active certificate')
    .selection()
    .choice('--bits <bits>', 'key size', ['2048', '3072', '4096'], '2048')
    .option('--out-dir <dir>', 'folder for the CSRs, one file for each profile', '.')
    .examples('clavis replace start Acme', 'clavis replace start --match "Merchant *" --out-dir csrs')
    .runs((actions) => actions.startReplacement)
  replace
    .command('status')
    .description('show replacements in progress and their steps')
    .selectors('profile ID or exact name (default: all)')
    .examples(
      'clavis replace status',
      'clavis replace status Acme',
      'clavis replace status --environment production --json',
    )
    .runs((actions) => actions.showReplacements)
  replace
    .command('test')
    .description('request a token with the new certificate once it is uploaded; the old one stays active')
    .selection()
    .option('--skip-confirmation', 'test without the portal’s thumbprint (see “certificate confirm”)')
    .examples('clavis replace test Acme', 'clavis replace test --all')
    .runs((actions) => actions.testReplacement)
  replace
    .command('switch')
    .description('activate the new certificate, and verify it with a token')
    .selection()
    .confirmSeveral()
    .examples('clavis replace switch Acme', 'clavis replace switch --all --confirm "Acme live" --confirm "Shop live"')
    .runs((actions) => actions.switchReplacement)
  replace
    .command('rollback')
    .description('activate the old certificate again')
    .selection()
    .confirmSeveral()
    .examples('clavis replace rollback Acme', 'clavis replace rollback "Acme live" --confirm "Acme live"')
    .runs((actions) => actions.rollBackReplacement)
  replace
    .command('retire')
    .description('retire the old certificate')
    .selection()
    .confirmSeveral()
    .examples('clavis replace retire Acme', 'clavis replace retire --environment client-testing')
    .runs((actions) => actions.retireReplaced)
  replace
    .command('finish')
    .description('confirm that you removed the old certificate from the portal, which completes the replacement')
    .selection()
    .examples('clavis replace finish Acme', 'clavis replace finish --all')
    .runs((actions) => actions.finishReplacement)
  replace
    .command('cancel')
    .description('cancel a replacement; both certificates stay as they are')
    .selection()
    .examples('clavis replace cancel Acme')
    .runs((actions) => actions.cancelReplacement)
}
