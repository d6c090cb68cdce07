import { Argument, type Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { completionScript, shells, type Shell } from '../output/completion-scripts.ts'
import { examples } from './help-texts.ts'

/** Adds `clavis completion SHELL`. `profiles` is for the scripts: it prints the profiles' names. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and profiles in a shell')
    .addArgument(new Argument('<shell>', shells.join(', ')).choices([...shells, 'profiles']))
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `source <(${clavis} completion bash)`,
        `source <(${clavis} completion zsh)`,
        `${clavis} completion fish > ~/.config/fish/completions/clavis.fish`,
      ]),
    )
    .action(async (shell: Shell | 'profiles') => {
      if (shell !== 'profiles') context.print(completionScript(program, shell).trimEnd())
      else for (const { profile } of await (await context.profiles()).list()) context.print(profile.name)
    })
}
