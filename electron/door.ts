import { z } from 'zod'
import type { Access, CallResult } from '#shared/call-shapes.ts'
import { calls, type CallName } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import { isReadOnly, keyReadOnly } from '#shared/profiles/production-access.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { faultResult } from './fault-log.ts'
import type { Caller, CallHandlers } from './handler-types.ts'
import { notFound } from './lists/snapshot-files.ts'
import { inCallOf } from './profiles/guards/host-guard.ts'
import { requireUsable } from './profiles/guards/require-usable.ts'
import { found } from './profiles/store/profile-lookup.ts'
import { datasetClosed } from './records/record-store.ts'
import type { Services } from './services.ts'

interface Options {
  /** They know whose profile an input names. */
  readonly services: Pick<Services, 'productionAccess'> & {
    readonly profiles: Pick<Services['profiles'], 'list'>
    readonly datasets: Pick<Services['datasets'], 'find'>
    readonly snapshots: Pick<Services['snapshots'], 'list'>
    readonly recovery: Pick<Services['recovery'], 'list'>
  }
  readonly handlers: CallHandlers
  readonly onFault: (name: CallName, fault: unknown) => void
}

/** How much of a caller's name an error repeats, in characters. */
const maxEchoLength = 80
const maxProblemsLength = 500

/** The only way to the services for all who call them. Each call passes the same checks in the same order. */
export class Door {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Handles one call and returns its result or error in an envelope. Never rejects. Anything but a {@link ClavisError} is
   * an internal error: `onFault` gets all of it, the caller only learns that it happened.
   * @param name whatever the caller sent, like the input
   */
  async answer(caller: Caller, name: unknown, input: unknown): Promise<CallResult> {
    if (!isCallName(name))
      return { ok: false, error: { code: 'input-invalid', message: `Unknown call ${shown(name)}.` } }
    const { handlers, onFault } = this.#options
    const call = calls[name]
    try {
      const checked = checkedInput(name, call.input, input)
      requireAllowed(caller, name, call.access)
      await this.#requireSeen(caller, checked)
      await this.#requireUsable(call.access, checked)
      // The name determines schema and handler; the compiler can't follow that through the table.
      const run = handlers[name] as (input: unknown, caller: Caller) => unknown
      const output = await inCallOf(caller.confirm, () => run(checked, caller))
      // Strict schemas: a field that the contract doesn't name (a secret, say) makes the call fail here.
      return { ok: true, value: call.output.parse(output) }
    } catch (error) {
      if (error instanceof ClavisError && error.code !== 'internal-fault') return { ok: false, error: error.toValue() }
      onFault(name, error)
      return error instanceof ClavisError ? { ok: false, error: error.toValue() } : faultResult
    }
  }

  /**
   * Fails for what the caller does not see as if it did not exist.
   * @throws `profile-not-found`, `dataset-closed`, `snapshot-not-found`
   */
  async #requireSeen({ sees }: Caller, input: unknown): Promise<void> {
    if (sees === undefined) return
    const { profiles, datasets, snapshots } = this.#options.services
    const { profileId, profileIds = [], before, after, ...own } = named.parse(input ?? {})
    const stored = await profiles.list()
    const isHidden = (id: string | undefined): boolean =>
      stored.some(({ profile }) => profile.id === id && !sees(profile))
    for (const id of [profileId, ...profileIds]) if (id !== undefined && isHidden(id)) found([], id)
    for (const { datasetId, snapshotId } of [own, before, after].filter((place) => place !== undefined)) {
      if (datasetId !== undefined && isHidden(datasets.find(datasetId)?.profileId)) throw datasetClosed()
      if (snapshotId === undefined) continue
      const snapshot = (await snapshots.list()).find(({ id }) => id === snapshotId)
      if (snapshot === undefined) continue
      const { profileId: ownerId, environment } = snapshot
      if (isHidden(ownerId) || !sees({ id: ownerId, environment })) throw notFound(snapshotId)
    }
  }

  /**
   * Refuses what would use or change a read-only profile, before anything happens. Profile store and keychain refuse as
   * well, for what a call reaches by another way, such as a file.
   * @throws `production-read-only`, and as the keychain for a key
   */
  async #requireUsable(access: Access, input: unknown): Promise<void> {
    const { productionAccess, profiles, datasets, snapshots } = this.#options.services
    if (productionAccess === 'full' || access === 'shows' || access === 'adjusts') return
    const { profileId, profileIds = [], datasetId, snapshotId, keyId } = named.parse(input ?? {})
    const ids = new Set([profileId, ...profileIds])
    if (datasetId !== undefined) ids.add(datasets.find(datasetId)?.profileId)
    if (snapshotId !== undefined) ids.add((await snapshots.list()).find(({ id }) => id === snapshotId)?.profileId)
    const stored = await profiles.list()
    requireUsable(
      productionAccess,
      stored.filter(({ profile }) => ids.has(profile.id)),
    )
    if (keyId === undefined) return
    // Unless it is known whose key it was: one of a deleted Production profile would sign for another.
    const key = (await this.#options.services.recovery.list()).find((each) => each.keyId === keyId)
    const ownerId = key?.profile?.id ?? key?.origin?.profileId
    const owner = stored.find(({ profile }) => profile.id === ownerId)
    if (owner === undefined || isReadOnly(productionAccess, owner.profile)) throw keyReadOnly()
  }
}

const place = z.object({ datasetId: z.string(), snapshotId: z.string() }).partial()

/**
 * The members by which an input names profiles: itself, those of a dataset or snapshot, also of the two that are compared,
 * or the former one of a key.
 */
const named = place
  .extend({
    profileId: z.string(),
    profileIds: z.array(z.string()),
    keyId: z.string(),
    before: place,
    after: place,
  })
  .partial()

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}

/** Quotes a name that may be anything: repeats only text, and only its start. */
function shown(name: unknown): string {
  if (typeof name !== 'string') return 'whose name is not text'
  return `“${visibleLine(name.length > maxEchoLength ? `${name.slice(0, maxEchoLength)}…` : name)}”`
}

/** Validates an input, which can throw while it is read: a getter, or a proxy. @throws `input-invalid` */
function checkedInput(name: CallName, schema: z.ZodType, input: unknown): unknown {
  let problems: string
  try {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    problems = problemsOf(parsed.error)
  } catch {
    problems = 'it cannot be read.'
  }
  throw new ClavisError('input-invalid', `Invalid input for “${name}”: ${problems}`)
}

function problemsOf(error: z.ZodError): string {
  const all = error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join(' ')
  return visibleLine(all.length > maxProblemsLength ? `${all.slice(0, maxProblemsLength)}…` : all)
}

/** @throws `call-refused` */
function requireAllowed({ may, only }: Caller, name: CallName, access: Access): void {
  if (!may.includes(access) || only?.includes(name) === false)
    throw new ClavisError('call-refused', `“${name}” is not allowed for this caller.`)
}
