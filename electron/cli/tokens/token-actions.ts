import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { refuseConfirmation, type Confirm } from '../../confirmation.ts'
import { withTimeLimit } from '../../http/time-limits.ts'
import type { CommandContext } from '../command-context.ts'
import { requestLogText, requestText } from '../requests.ts'
import { confirmByName, confirmSeveral } from '../terminal/confirm.ts'
import { forEachProfile, type ProfileResult } from '../terminal/profile-results.ts'
import { selectProfiles, type ProfileAction, type SelectionOptions } from '../terminal/profile-selection.ts'
import { timeoutReached, type WaitOptions } from '../terminal/wait-options.ts'
import { formatToken, noteOfFormat, type ReceivedToken, type TokenFormat } from './token-formats.ts'

export interface TokenOptions extends WaitOptions, SelectionOptions {
  readonly print?: true
  readonly format?: TokenFormat
  readonly explain?: true
  readonly dryRun?: true
  readonly confirm: readonly string[]
}

/** Requests a token for each chosen profile, or shows the request of one. */
export const getToken: ProfileAction<TokenOptions> = async (context, name, options) => {
  const { timeout, maxWait } = options
  if (name !== undefined && options.format !== undefined) {
    const token = await receiveToken(context, name, options, confirmByName(options.confirm))
    const text = formatToken(options.format, token, context.env)
    const note = noteOfFormat(options.format, text)
    if (note !== undefined) context.terminal.note(`clavis: ${note}\n`)
    context.printData(text)
    return
  }
  const selection = await selectProfiles(context, name, options)
  await context.services({ tokenMs: maxWait })
  const inTime = <T>(work: () => Promise<T>): Promise<T> =>
    withTimeLimit({ limit: timeout, tooLong: () => timeoutReached(timeout) }, work)
  const [first] = selection.profiles
  if (!selection.isSeveral && first !== undefined && options.dryRun === true)
    return inTime(() => preview(first.profile.id, context))
  if (!selection.isSeveral && first !== undefined && options.explain === true)
    return inTime(() => explain(first.profile.id, context))
  const confirm =
    options.print === true
      ? await confirmSeveral(selection.profiles, options.confirm, 'Show access tokens of')
      : refuseConfirmation
  return forEachProfile(context, selection, ({ profile }) => inTime(() => get(profile, options, confirm, context)))
}

/**
 * Gets a token in order to hand it out.
 * @throws what `confirm` throws for a Production profile, and `host-not-agreed`, before anything is requested
 */
export async function receiveToken(
  { terminal, services }: CommandContext,
  name: string,
  { timeout, maxWait }: WaitOptions,
  confirm: Confirm,
): Promise<ReceivedToken> {
  const { profiles, tokens, http } = await services({ tokenMs: maxWait })
  const { profile } = await profiles.find(name)
  const { id: profileId, apiBaseUrl: url } = profile
  // The program gets both, and sends the token there.
  const purpose = { kind: 'call', what: 'Token for a program', agreement: 'api', profileId } as const
  if (url !== '') await http.requireAgreedHosts({ url, purpose, proxy: { kind: 'none' } })
  return withTimeLimit({ limit: timeout, tooLong: () => timeoutReached(timeout) }, async () => {
    const accessToken = await tokens.reveal(profile.id, 'show', confirm)
    const state = await tokens.get(profile.id, { renew: false })
    if (state.kind !== 'held') throw noToken()
    if (state.notice !== undefined) terminal.note(`clavis: ${state.notice}\n`)
    return { accessToken, profile, state }
  })
}

function noToken(): ClavisError {
  return new ClavisError('token-cancelled', 'The token expired as soon as it was received.', {
    hint: 'Check this computer’s clock, and the lifetime that the service grants.',
  })
}

async function get(
  { id, name }: Profile,
  { print: shouldPrint }: TokenOptions,
  confirm: Confirm,
  { terminal, services }: CommandContext,
): Promise<ProfileResult> {
  const { tokens } = await services()
  // Ask for the confirmation first: without it, no token is requested.
  const accessToken = shouldPrint === true ? await tokens.reveal(id, 'show', confirm) : undefined
  const state = await tokens.get(id, { renew: false })
  if (state.kind === 'held' && state.notice !== undefined) terminal.note(`clavis: ${state.notice}\n`)
  return accessToken === undefined
    ? { text: describeToken(name, state), value: state }
    : { text: accessToken, isData: true, value: { ...state, accessToken } }
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

async function preview(profileId: string, { services, answer }: CommandContext): Promise<void> {
  const unsent = await (await services()).tokens.preview(profileId)
  answer(unsent, requestText(unsent))
}

/** Requests a token and prints request, response and checks, even if the request failed. @throws that failure */
async function explain(profileId: string, { services, answer }: CommandContext): Promise<void> {
  const { tokens } = await services()
  const failure = await tokens.get(profileId, { renew: true }).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const [entry] = tokens.requestLog.list(profileId)
  if (entry !== undefined) answer(entry, requestLogText(entry))
  if (failure !== undefined) throw failure.error
}
