import type { ClavisCommand } from '../clavis-command.ts'

/** Adds `clavis call …`. */
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
