import { Option, type Command } from 'commander'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { practiceFaults } from '../../../shared/model/practice/practice-faults.ts'
import type { PracticeOptions } from '../actions/practice-actions.ts'
import type { CommandContext } from '../command-context.ts'

/** `clavis practice` */
export function addPracticeCommand(program: Command, context: CommandContext): void {
  program
    .command('practice')
    .description('run the practice service until it is interrupted')
    .option('--port <port>', 'for http; a free one by default', parseNumber(65_535))
    .option('--https-port <port>', 'for https; a free one by default', parseNumber(65_535))
    .option('--records <number>', 'in each list', parseNumber(10_000_000), 25_000)
    .addOption(new Option('--fault <names...>', 'faults to play').choices(practiceFaults).default([]))
    .action(async (options: PracticeOptions) => {
      const { runPractice } = await import('../actions/practice-actions.ts')
      await runPractice(context, options)
    })
}

function parseNumber(most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/u.test(text) && Number(text) <= most) return Number(text)
    throw new ClavisError('input-invalid', `“${text}” is no number up to ${most}.`, { hint: 'Give a whole number.' })
  }
}
