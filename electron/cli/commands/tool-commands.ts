import { Argument, type Command, Option } from 'commander'
import { practiceFaults } from '#shared/practice/practice-faults.ts'
import { type ClavisCommand, wholeNumber } from '../clavis-command.ts'
import { completionScript, type CompletionShell, shells } from '../completion-scripts.ts'

const exitCodesHelp = `Exit codes:
  0    success; diff: identical; expiry: every profile has an active certificate that does not expire soon;
       check: and gets a token
  1    diff: different or incomplete; expiry, check: a certificate expires within 30 days (or --within);
       watch run --once: a condition was met
  2    expiry, check: a certificate expires within 7 days, or a profile has no valid active certificate
  3    expiry: no profile needs a certificate
  64   wrong command, argument or option
  65   invalid input: unknown profile, invalid file, missing confirmation, expired certificate
  69   service, network, keychain or disk unavailable
  70   internal error; run again with CLAVIS_DEBUG=1 to print the stack
  77   refused by the service
  130  interrupted by Ctrl+C (143: terminated by SIGTERM)

check and watch run --once exit with the highest code of all profiles or watches. doctor exits with the code of the most likely cause, or 0 if token and calls work.
`

/** Adds the commands of the group, in the order of `--help`. */
export function addToolCommands(program: ClavisCommand): void {
  addDoctorCommand(program)
  addCheckCommand(program)
  addAuthorityCommands(program)
  addMcpCommand(program)
  addPracticeCommand(program)
  addCompletionCommand(program)
  addHelpCommand(program)
}

function addDoctorCommand(program: ClavisCommand): void {
  program
    .command('doctor')
    .description('diagnose a profile: keychain, certificate, network, token and lists')
    .selectors('profile ID or exact name (default: all profiles)')
    .option('--failed', 'print only profiles with problems')
    .option('--summary', 'print one line for each profile')
    .examples('clavis doctor', 'clavis doctor Acme', 'clavis doctor --environment production --failed --summary')
    .runs((actions) => actions.runDiagnostics)
}

function addCheckCommand(program: ClavisCommand): void {
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

function addAuthorityCommands(program: ClavisCommand): void {
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

function addMcpCommand(program: ClavisCommand): void {
  program
    .command('mcp')
    .description('serve read-only tools to a coding agent over standard input and output (Model Context Protocol)')
    .repeatable('--allow-production <name>', 'let the agent use a Production profile, by its exact name; repeatable')
    .printsText('mcp')
    .examples('clavis mcp', 'clavis mcp --allow-production "Acme live"')
    .does(async () => (await import('../mcp/mcp-command.ts')).runMcp)
}

function addPracticeCommand(program: ClavisCommand): void {
  program
    .command('practice')
    .description('run the practice service until interrupted')
    .option('--port <port>', 'HTTP port (default: a free one)', wholeNumber(65_535))
    .option('--https-port <port>', 'HTTPS port (default: a free one)', wholeNumber(65_535))
    .option('--records <number>', 'number of reports', wholeNumber(10_000_000), 25_000)
    .option('--awkward', 'serve edge-case records (deterministic)', false)
    .addOption(new Option('--fault <names...>', 'faults to simulate').choices(practiceFaults).default([]))
    .examples(
      'clavis practice',
      'clavis practice --port 8080 --records 1000',
      `clavis practice --fault ${practiceFaults.slice(0, 2).join(' ')}`,
    )
    .does(async () => (await import('../practice.ts')).runPractice)
}

/** Adds `clavis completion SHELL`. `profiles` is for the scripts: it prints the profiles' names. */
function addCompletionCommand(program: ClavisCommand): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and profiles in a shell')
    .addArgument(new Argument('<shell>', shells.join(', ')).choices([...shells, 'profiles']))
    .printsText('completion')
    .examples(
      'source <(clavis completion bash)',
      'source <(clavis completion zsh)',
      'clavis completion fish > ~/.config/fish/completions/clavis.fish',
    )
    .action(async (shell: CompletionShell | 'profiles') => {
      const { print, profiles } = program.context
      if (shell !== 'profiles') print(completionScript(program, shell).trimEnd())
      else for (const { profile } of await (await profiles()).list()) print(profile.name)
    })
}

function addHelpCommand(program: ClavisCommand): void {
  program
    .helpCommand(false)
    .command('help')
    .description('show help for a command, or “exit-codes”')
    .argument('[topic...]', 'a command such as “key create”, or “exit-codes”')
    .examples('clavis help list', 'clavis help key create', 'clavis help exit-codes')
    .action((topic: readonly string[]) => {
      if (topic.join(' ') === 'exit-codes') program.context.terminal.print(exitCodesHelp)
      else commandNamed(program, topic).help()
    })
}

function commandNamed(program: Command, names: readonly string[]): Command {
  let command = program
  for (const name of names) {
    const next = command.commands.find((each) => each.name() === name)
    if (next === undefined) return command.error(`error: unknown command '${names.join(' ')}'`)
    command = next
  }
  return command
}
