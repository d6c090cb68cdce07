import { Argument } from 'commander'
import type { ClavisCommand } from '../clavis-command.ts'
import { completionScript, shells, type CompletionShell } from './completion-scripts.ts'

/** Adds `clavis completion SHELL`. `profiles` is for the scripts: it prints the profiles' names. */
export function addCompletionCommand(program: ClavisCommand): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and profiles in a shell')
    .addArgument(new Argument('<shell>', shells.join(', ')).choices([...shells, 'profiles']))
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
