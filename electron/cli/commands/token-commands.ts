import { Option } from 'commander'
import { type ClavisCommand, wholeNumber } from '../clavis-command.ts'
import { selectors } from '../terminal/profile-selection.ts'
import { parseDuration } from '../terminal/wait-options.ts'

export function addTokenCommand(program: ClavisCommand): void {
  program
    .command('token')
    .description('request an access token')
    .selection()
    .unless('--print', 'print the token itself', ['explain', 'dryRun'])
    .addOption(
      new Option('--format <format>', 'print the token for another program')
        .choices(['env', 'header', 'curl-config', 'netrc', 'exec-credential', 'json'])
        .conflicts([...selectors, 'print', 'explain', 'dryRun']),
    )
    .printsText('--format', ({ format }) => format !== undefined)
    .unless('--explain', 'show request, response and checks, without secrets')
    .unless('--dry-run', 'show the request and its checks without sending it')
    .confirmSeveral()
    .waits('a response', '2m', '1m')
    .examples(
      'clavis token Acme',
      'TOKEN=$(clavis token Acme --print)',
      'clavis token Acme --format header | curl -H @- https://api.example.com/payment/hello-world',
      'clavis token Acme --explain',
      'clavis token Acme --timeout 10s',
      'clavis token --match "Merchant *" --jobs 8',
    )
    .runs((actions) => actions.getToken)
}

export function addExecCommand(program: ClavisCommand): void {
  program
    .command('exec')
    .description('run a program with a token in CLAVIS_TOKEN, CLAVIS_TOKEN_EXPIRES_AT and CLAVIS_BASE_URL')
    .profile()
    .argument('<command...>', 'program and its arguments, after --')
    .option('--door', 'give it a local address in CLAVIS_URL and CLAVIS_SOCKET instead of the token')
    .confirm('handing out a token of')
    .waits('a response', '2m', '1m')
    .examples(
      `clavis exec Acme -- sh -c 'curl -H "Authorization: Bearer $CLAVIS_TOKEN" "$CLAVIS_BASE_URL/payment/hello-world"'`,
      'clavis exec Acme -- node nightly.js',
      `clavis exec Acme --door -- sh -c 'curl "$CLAVIS_URL/payment/hello-world"'`,
    )
    .runs((actions) => actions.execWithToken)
}

export function addServeCommand(program: ClavisCommand): void {
  program
    .command('serve')
    .description('open a local address: programs call the API through it, and see neither key nor token')
    .profile()
    .addOption(
      new Option(
        '--port [port]',
        'also listen on this loopback port, with a path that cannot be guessed (default: a free one)',
      )
        .argParser(wholeNumber(65_535))
        .preset('0'),
    )
    .addOption(new Option('--for <time>', 'close it after this time, for example 30m or 8h').argParser(parseDuration))
    .confirm('every program’s calls to')
    .examples(
      'clavis serve Acme',
      'clavis serve Acme --port 8080 --for 8h',
      'clavis serve "Acme live" --confirm "Acme live"',
    )
    .runs((actions) => actions.serve)
}

export function addCallCommand(program: ClavisCommand): void {
  program
    .command('call')
    .description('send an authenticated GET request and print the response body')
    .profile()
    .argument('<path>', 'path below the API base address, or a URL below one of the profile’s base addresses')
    .examples(
      'clavis call Acme payment/hello-world',
      'clavis call Acme https://api.example.com/payment/hello-world --json',
    )
    .action(async (name: string, path: string) => {
      const { profiles, client } = await program.context.services()
      const { profile } = await profiles.find(name)
      const result = await client.call(profile.id, path)
      program.context.printJson(result)
      program.context.printData(result.body)
    })
}
