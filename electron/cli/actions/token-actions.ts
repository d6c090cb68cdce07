import type { TokenState } from '../../../shared/model/oauth/token.ts'
import { visibleLine } from '../../../shared/model/values/visible-text.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { withTimeLimit } from '../../http/limits/until-aborted.ts'
import { confirmByName } from '../input/confirm-by-name.ts'
import { timeoutReached, type WaitOptions } from '../input/wait-options.ts'
import type { CommandContext } from '../command-context.ts'
import { requestLogText, requestText } from '../output/request-log-text.ts'

export interface TokenOptions extends WaitOptions {
  readonly print?: true
  readonly explain?: true
  readonly dryRun?: true
  readonly confirm?: string
}

/** Requests a token, or shows the request. */
export async function getToken(context: CommandContext, name: string, options: TokenOptions): Promise<void> {
  const { timeout, maxWait } = options
  const { profile } = await (await context.profiles()).find(name)
  await context.services({ tokenMs: maxWait })
  return withTimeLimit({ limit: timeout, tooLong: () => timeoutReached(timeout) }, () =>
    perform(context, profile, options),
  )
}

function perform(context: CommandContext, profile: Profile, options: TokenOptions): Promise<void> {
  if (options.dryRun === true) return preview(profile.id, context)
  if (options.explain === true) return explain(profile.id, context)
  return get(profile.id, profile.name, options, context)
}

async function get(
  profileId: string,
  profileName: string,
  { print: shouldPrint, confirm }: TokenOptions,
  { terminal, services, print, printData, printJson }: CommandContext,
): Promise<void> {
  const { tokens } = await services()
  // Ask for the confirmation first: without it, no token is requested.
  const accessToken = shouldPrint === true ? await tokens.reveal(profileId, 'show', confirmByName(confirm)) : undefined
  const state = await tokens.get(profileId, { renew: false })
  printJson(accessToken === undefined ? state : { ...state, accessToken })
  if (accessToken !== undefined) printData(accessToken)
  else print(describeToken(profileName, state))
  if (state.kind === 'held' && state.notice !== undefined) terminal.note(`clavis: ${state.notice}\n`)
}

function describeToken(profileName: string, state: TokenState): string {
  if (state.kind !== 'held') return `${profileName} has no token.`
  const scopes = state.scopes === undefined ? '' : `\nScopes: ${visibleLine(state.scopes.join(' '))}`
  return `Token for ${profileName} received; expires ${state.expiresAt} (${lifetimeText(state.lifetimeSeconds)}).${scopes}`
}

function lifetimeText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

async function preview(profileId: string, { services, print, printJson }: CommandContext): Promise<void> {
  const unsent = await (await services()).tokens.preview(profileId)
  printJson(unsent)
  print(requestText(unsent))
}

/** Requests a token and prints request, response and checks, even if the request failed. @throws that failure */
async function explain(profileId: string, { services, print, printJson }: CommandContext): Promise<void> {
  const { tokens } = await services()
  const failure = await tokens.get(profileId, { renew: true }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const [entry] = tokens.requestLog(profileId)
  if (entry !== undefined) {
    printJson(entry)
    print(requestLogText(entry))
  }
  if (failure !== undefined) throw failure.error
}
