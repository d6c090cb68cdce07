import type { CallInput, CallName } from '#shared/contract.ts'
import { isReadOnly, keyReadOnly } from '#shared/profiles/production-access.ts'
import { callAccess, type CallAccess, type NamedProfiles } from './call-access.ts'
import type { CallContext, CallHandlers } from './ipc/answer-call.ts'
import { requireUsable } from './profiles/guards/require-usable.ts'
import type { StoredProfile } from './profiles/store/stored-profile.ts'
import type { Services } from './services.ts'

type GuardServices = Pick<Services, 'productionAccess' | 'profiles' | 'datasets' | 'snapshots' | 'recovery'>
type Handler<N extends CallName> = (input: CallInput<N>, context: CallContext) => unknown

/**
 * Returns the handlers, which refuse calls that would use or change a read-only profile before anything happens. Profile
 * store and keychain refuse as well, for what a call reaches by another way.
 */
export function guardReadOnly(services: GuardServices, handlers: CallHandlers): CallHandlers {
  if (services.productionAccess === 'full') return handlers
  const guarded = <N extends CallName>(name: N): [N, Handler<N>] => {
    const access: CallAccess<CallInput<N>> = callAccess[name]
    if (typeof access === 'string') return [name, handlers[name]]
    return [
      name,
      async (input, context) => {
        await requireNamedUsable(services, access(input))
        return (handlers[name] as Handler<N>)(input, context)
      },
    ]
  }
  // Each name keeps its own handler; the compiler can't follow that through the table.
  return Object.fromEntries((Object.keys(callAccess) as CallName[]).map((name) => guarded(name))) as CallHandlers
}

/** @throws `production-read-only` */
async function requireNamedUsable(services: GuardServices, named: NamedProfiles): Promise<void> {
  const { profileIds = [], datasetId, snapshotId, keyId } = named
  const stored = await services.profiles.list()
  const ids = new Set(profileIds)
  const dataset = datasetId === undefined ? undefined : services.datasets.find(datasetId)
  if (dataset?.profileId !== undefined) ids.add(dataset.profileId)
  if (snapshotId !== undefined)
    for (const { id, profileId } of await services.snapshots.list()) if (id === snapshotId) ids.add(profileId)
  requireUsable(
    services.productionAccess,
    stored.filter(({ profile }) => ids.has(profile.id)),
  )
  if (keyId !== undefined) await requireOwnKey(services, stored, keyId)
}

/**
 * Refuses a key unless it is known whose it was: one of a deleted Production profile would sign for another.
 * @throws `production-read-only`, `keychain-…`
 */
async function requireOwnKey(services: GuardServices, stored: readonly StoredProfile[], keyId: string): Promise<void> {
  const key = (await services.recovery.list()).find((each) => each.keyId === keyId)
  const ownerId = key?.profile?.id ?? key?.origin?.profileId
  const owner = stored.find(({ profile }) => profile.id === ownerId)
  if (owner !== undefined && !isReadOnly(services.productionAccess, owner.profile)) return
  throw keyReadOnly()
}
