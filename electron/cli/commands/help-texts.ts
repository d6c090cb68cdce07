import { Argument } from 'commander'
import type { CommandContext } from '../command-context.ts'

/** Returns the argument that names a profile. */
export function profileArgument(): Argument {
  return new Argument('<profile>', 'profile ID or exact name')
}

/**
 * Returns the examples at the end of a command's help.
 * @param lines whole commands, given what a person types to call the command line
 */
export function examples(
  { commandLine }: Pick<CommandContext, 'commandLine'>,
  lines: (clavis: string) => readonly string[],
): () => string {
  return () => ['', 'Examples:', ...lines(commandLine).map((line) => `  ${line}`)].join('\n')
}

/** Adds a value of an option that can be given several times. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
