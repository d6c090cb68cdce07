import type { TokenState } from '../../../shared/model/oauth/token.ts'
import { visibleLine } from '../../../shared/model/values/visible-text.ts'
import { confirmByName } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'
import { exchangeText, requestText } from '../output/exchange-text.ts'

export interface TokenOptions {
  readonly print?: true
  readonly explain?: true
  readonly dryRun?: true
  readonly confirm?: string
}

export async function getToken(context: CommandContext, name: string, options: TokenOptions): Promise<void> {
  const { profile } = await (await context.profiles()).find(name)
  if (options.dryRun === true) return preview(profile.id, context)
  if (options.explain === true) return explain(profile.id, context)
  return get(profile.id, profile.name, options, context)
}

async function get(
  profileId: string,
  profileName: string,
  { print, confirm }: TokenOptions,
  { terminal, services, say, sayData, answer }: CommandContext,
): Promise<void> {
  const { tokens } = await services()
  // First what may be refused: without a name there is no need to ask for a token.
  const accessToken = print === true ? await tokens.reveal(profileId, 'show', confirmByName(confirm)) : undefined
  const state = await tokens.get(profileId, { renew: false })
  answer(accessToken === undefined ? state : { ...state, accessToken })
  if (accessToken !== undefined) sayData(accessToken)
  else say(heldWords(profileName, state))
  if (state.kind === 'held' && state.notice !== undefined) terminal.note(`clavis: ${state.notice}\n`)
}

function heldWords(profileName: string, state: TokenState): string {
  if (state.kind !== 'held') return `${profileName} has no token.`
  const scopes = state.scopes === undefined ? '' : `\nScopes: ${visibleLine(state.scopes.join(' '))}`
  return `${profileName} got a token. It is good until ${state.expiresAt} (${state.lifetimeSeconds} s).${scopes}`
}

async function preview(profileId: string, { services, say, answer }: CommandContext): Promise<void> {
  const unsent = await (await services()).tokens.preview(profileId)
  answer(unsent)
  say(requestText(unsent))
}

/** Asks for a token and shows how that went, also where it failed: then the failure ends the command. */
async function explain(profileId: string, { services, say, answer }: CommandContext): Promise<void> {
  const { tokens } = await services()
  const failure = await tokens.get(profileId, { renew: true }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const [exchange] = tokens.exchanges(profileId)
  if (exchange !== undefined) {
    answer(exchange)
    say(exchangeText(exchange))
  }
  if (failure !== undefined) throw failure.error
}
