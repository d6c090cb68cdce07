import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { LocalAddress } from '#shared/local-address/local-address.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { confirmInProduction, type Confirm } from '../../confirmation.ts'
import { withTimeLimit } from '../../http/time-limits.ts'
import type { OpenOptions } from '../../local-address/open-address.ts'
import { localAddressQuestion } from '../../profiles/guards/confirmation-messages.ts'
import type { Services } from '../../services.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmByName } from '../terminal/confirm.ts'
import { timeoutReached, type WaitOptions } from '../terminal/wait-options.ts'

interface ServeOptions {
  readonly port?: number
  readonly confirm?: string
  /** Milliseconds. */
  readonly for?: number
}

/** Opens a profile's local address until its time is over, or a signal ends the command. */
export async function serve(context: CommandContext, name: string, options: ServeOptions): Promise<void> {
  const { interrupts, answer } = context
  const { port, for: forMs } = options
  const { profile, localAddresses } = await confirmed(context, name, confirmByName(options.confirm))
  const ends = interrupts.handle()
  const address = await localAddresses.open(profile.id, {
    confirm: confirmByName(options.confirm),
    ...(port === undefined ? {} : { port }),
    ...(forMs === undefined ? {} : { forMs }),
  })
  answer(address, [
    `Local address of ${profile.name}: ${address.url ?? address.socketPath}`,
    `  ${address.curl}`,
    address.closesAt === undefined
      ? 'Press Ctrl+C to close it.'
      : `Open until ${address.closesAt}. Press Ctrl+C to close it.`,
  ])
  await Promise.race([closed(localAddresses), ends.aborted ? undefined : once(ends, 'abort')])
  await localAddresses.end()
}

/**
 * Opens an address for the life of one program. Requests a token first: what is wrong is said before the program starts.
 * @throws what `confirm` throws for a Production profile, and what a token request throws
 */
export async function openForProgram(
  context: CommandContext,
  name: string,
  { confirm: typed, timeout, maxWait }: WaitOptions & { readonly confirm?: string },
): Promise<LocalAddress> {
  const confirm = confirmByName(typed)
  const { profile, localAddresses, tokens } = await confirmed(context, name, confirm, maxWait)
  await withTimeLimit({ limit: timeout, tooLong: () => timeoutReached(timeout) }, () => tokens.accessToken(profile.id))
  // Several may run at the same time.
  const own: Pick<OpenOptions, 'name' | 'port'> = {
    name: `exec-${process.pid}-${randomBytes(6).toString('hex')}`,
    port: 0,
  }
  return localAddresses.open(profile.id, { confirm, ...own })
}

/** Makes sure that programs may call a profile. @throws what `confirm` throws for a Production profile, `host-not-agreed` */
async function confirmed(
  { services }: CommandContext,
  name: string,
  confirm: Confirm,
  maxWait?: number,
): Promise<Pick<Services, 'localAddresses' | 'tokens'> & { readonly profile: Profile }> {
  const { profiles, http, localAddresses, tokens } = await services(maxWait === undefined ? {} : { tokenMs: maxWait })
  const { profile } = await profiles.find(name)
  await confirmInProduction(profile, confirm, localAddressQuestion(profile))
  const { id: profileId, apiBaseUrl, reportsBaseUrl } = profile
  const purpose = { kind: 'call', what: 'Local address', agreement: 'api', profileId } as const
  for (const url of [apiBaseUrl, reportsBaseUrl].filter((each) => each !== ''))
    await http.requireAgreedHosts({ url, purpose, proxy: { kind: 'none' } })
  return { profile, localAddresses, tokens }
}

/** Resolves when no address is open any more. */
function closed({ onChange }: Services['localAddresses']): Promise<void> {
  return new Promise((resolve) => {
    const stop = onChange((open) => {
      if (open.length > 0) return
      stop()
      resolve()
    })
  })
}
