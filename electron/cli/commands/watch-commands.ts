import { Argument, Option } from 'commander'
import { listNames } from '#shared/profiles/list-name.ts'
import type { ClavisCommand } from '../clavis-command.ts'
import { parseDuration } from '../terminal/wait-options.ts'
import {
  parseConditions,
  parseDaily,
  parseInterval,
  parseNumber,
  parsePath,
  parseWeekly,
} from '../watches/watch-options.ts'

/** Adds the commands of watched lists. */
export function addWatchCommands(program: ClavisCommand): void {
  const watch = program.command('watch').description('watch lists: load them regularly and warn about changes')
  watch
    .command('list')
    .description('list the watches of all profiles')
    .examples('clavis watch list', 'clavis watch list --json')
    .runs((actions) => actions.listWatches)
  addSetCommand(watch)
  place(watch.command('on').description('switch a watch on, or resume one that is paused'))
    .confirm('regular loads from')
    .examples('clavis watch on Acme reports --view "Failed last week"')
    .runs((actions) => actions.switchWatchOn)
  place(watch.command('off').description('switch a watch off; its history stays'))
    .confirm('fewer warnings of')
    .examples('clavis watch off Acme reports')
    .runs((actions) => actions.switchWatchOff)
  place(watch.command('remove').description('remove a watch with its history and the records of its loads'))
    .confirm('fewer warnings of')
    .examples('clavis watch remove Acme reports')
    .runs((actions) => actions.removeWatch)
  addRunCommand(watch)
}

/** Adds what names a watch. */
function place(command: ClavisCommand): ClavisCommand {
  return command
    .profile()
    .addArgument(new Argument('<list>', 'list').choices(listNames))
    .option('--view <name>', 'saved view of the window (default: the whole list)')
}

function addSetCommand(watch: ClavisCommand): void {
  const schedule = (flags: string, description: string, parse: (text: string) => unknown): Option =>
    new Option(flags, description)
      .argParser(parse)
      .conflicts(['every', 'daily', 'weekly'].filter((name) => !flags.startsWith(`--${name}`)))
  place(watch.command('set').description('watch a saved view or a list, or change its watch; what you leave out stays'))
    .addOption(schedule('--every <time>', 'load it this often, from 15m to 24h', parseInterval))
    .addOption(schedule('--daily <time>', 'load it each day at this time (default: 08:00)', parseDaily))
    .addOption(schedule('--weekly <day@time>', 'load it each week, for example mon@08:00', parseWeekly))
    .option(
      '--on <conditions>',
      'what to warn about: appeared, changed, vanished, above=N, below=N, failed, slow, fields, or none (default: appeared,failed)',
      parseConditions,
    )
    .option('--keep-loads <number>', 'loads to keep with their records, 2 to 100 (default: 10)', parseNumber(2, 100))
    .option('--keep-days <days>', 'how long to keep them, 1 to 400 (default: 30)', parseNumber(1, 400))
    .option(
      '--id <path>',
      'field that identifies a record, for example reportId (default: found in the data)',
      parsePath,
    )
    .confirm('regular loads from')
    .examples(
      'clavis watch set Acme reports --view "Failed last week" --every 2h',
      'clavis watch set Acme reports --weekly mon@08:00 --on appeared,above=100,failed',
      'clavis watch set "Acme live" reports --daily 07:30 --confirm "Acme live"',
    )
    .runs((actions) => actions.setWatch)
}

function addRunCommand(watch: ClavisCommand): void {
  watch
    .command('run')
    .description(
      'load watched lists when they are due, until interrupted; with --once now; exit codes: 0 nothing new, 1 a condition was met',
    )
    .argument('[profile]', 'profile ID or exact name (default: all profiles)')
    .argument('[view]', 'saved view, or a list that is watched as a whole (default: all watches that are on)')
    .option('--once', 'load them once, now, whether due or not')
    .addOption(
      new Option('--max-wait <time>', 'with --once, longest wait for a watch that is being loaded elsewhere')
        .argParser(parseDuration)
        .default(parseDuration('1m'), '1m'),
    )
    .confirmSeveral('loads with --once from')
    .demand(({ json, once }) => json !== true || once === true, '--json needs --once: without it, there is no end')
    .examples(
      'clavis watch run',
      'clavis watch run --once Acme "Failed last week"',
      'clavis watch run --once Acme reports --json',
    )
    .runs((actions) => actions.runWatches)
}
