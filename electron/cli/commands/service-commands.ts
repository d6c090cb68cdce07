import { Argument, Option, type Command } from 'commander'
import { ClavisError } from '../../../shared/model/error.ts'
import {
  defaultCsvOptions,
  exportFormats,
  type ExportFormat,
  type ExportOptions,
} from '../../../shared/model/export.ts'
import { listNames, type ListName, type RunSummary } from '../../../shared/model/list.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'

/** `clavis token …`, `clavis call …` and `clavis list …` */
export function addServiceCommands(program: Command, context: CommandContext): void {
  addTokenCommand(program, context)
  addCallCommand(program, context)
  addListCommand(program, context)
}

function addTokenCommand(program: Command, { terminal, services, say, answer }: CommandContext): void {
  program
    .command('token')
    .description('get an access token')
    .argument('<profile>', 'id or exact name')
    .option('--print', 'print the token itself')
    .action(async (name: string, { print }: { print?: true }) => {
      const { profiles, tokens } = services()
      const { profile } = await profiles.find(name)
      const state = await tokens.get(profile.id, { renew: false })
      const accessToken = print === true ? await tokens.reveal(profile.id) : undefined
      answer(accessToken === undefined ? state : { ...state, accessToken })
      if (accessToken !== undefined) say(accessToken)
      else if (state.kind === 'held') {
        say(`${profile.name} got a token. It is good until ${state.expiresAt} (${state.lifetimeSeconds} s).`)
        if (state.scopes !== undefined) say(`Scopes: ${state.scopes.join(' ')}`)
        if (state.notice !== undefined) terminal.stderr.write(`clavis: ${state.notice}\n`)
      }
    })
}

function addCallCommand(program: Command, { services, say, answer }: CommandContext): void {
  program
    .command('call')
    .description('an authenticated GET below the profile’s API base address')
    .argument('<profile>', 'id or exact name')
    .argument('<path>', 'a path, or a whole address below one of the profile’s base addresses')
    .action(async (name: string, path: string) => {
      const { profiles, client } = services()
      const { profile } = await profiles.find(name)
      const result = await client.call(profile.id, path)
      answer(result)
      say(result.body)
    })
}

function addListCommand(program: Command, { terminal, services, say, answer }: CommandContext): void {
  program
    .command('list')
    .description('load a whole list and save its records')
    .argument('<profile>', 'id or exact name')
    .addArgument(new Argument('<list>').choices(listNames))
    .requiredOption('--out <file>', 'the file to write')
    .addOption(new Option('--format <format>', 'how to write it').choices(exportFormats).default('ndjson'))
    .action(async (name: string, list: ListName, { out, format }: { out: string; format: ExportFormat }) => {
      const { profiles, lists } = services()
      const { profile } = await profiles.find(name)
      const { runId } = await lists.open(profile.id, list, true)
      const unsubscribe =
        terminal.stderr.isTTY === true
          ? lists.onProgress((summary) => terminal.stderr.write(`\r${progressWords(summary)}\u001B[K`))
          : undefined
      try {
        const summary = await lists.load(runId, 'all')
        if (unsubscribe !== undefined) terminal.stderr.write('\r\u001B[K')
        if (summary.state.kind === 'failed') throw failedAt(summary, summary.state.error)
        const { records } = await lists.exportTo(
          runId,
          { kind: 'view', view: { search: '', sort: [] } },
          optionsOf(format),
          fileArgument(out),
          { signal: new AbortController().signal, onProgress: () => undefined },
        )
        answer({ records, pages: summary.pages, file: fileArgument(out) })
        say(`Wrote ${records} records (${summary.pages} pages) to ${out}.`)
        if (summary.state.kind === 'complete' && summary.state.notice !== undefined)
          terminal.stderr.write(`clavis: ${summary.state.notice}\n`)
      } finally {
        unsubscribe?.()
        await lists.close(runId)
      }
    })
}

function optionsOf(format: ExportFormat): ExportOptions {
  switch (format) {
    case 'ndjson':
    case 'json':
      return { format }
    case 'csv':
      return { format, ...defaultCsvOptions }
    case 'parquet':
      return { format, nested: 'columns' }
  }
}

function progressWords({ state, pages, records }: RunSummary): string {
  const waiting = state.kind === 'waiting' ? ` – ${state.reason}` : ''
  return `${records} records, ${pages} pages${waiting}`
}

/** An incomplete list is no list: nothing is written, and the message says how far it came. */
function failedAt(
  { pages, records }: RunSummary,
  error: Extract<RunSummary['state'], { kind: 'failed' }>['error'],
): ClavisError {
  return ClavisError.fromValue({
    ...error,
    message: `${error.message} The list ends after ${records} records (${pages} pages); no file was written.`,
  })
}
