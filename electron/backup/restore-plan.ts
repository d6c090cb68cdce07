import { isDeepStrictEqual } from 'node:util'
import type { BackupChoices } from '#shared/backup/backup.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { CredentialEvent } from '#shared/credentials/history.ts'
import { ClavisError } from '#shared/errors.ts'
import { deactivated } from '../credentials/lifecycle.ts'
import { nameSkeleton } from '../profiles/look-alike.ts'
import { requireOwnParameters } from '../profiles/own-parameters.ts'
import { checkName, nameTaken } from '../profiles/profile-names.ts'
import { appendEvents, eventsBetween, nameInHistory } from '../profiles/store/credential-history.ts'
import type { RetiredCredentials } from '../profiles/store/credential-states.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { requireOwnKeys } from './key-owners.ts'
import { byId, matchingProfile, withKeysOfHere } from './profile-comparison.ts'
import { restoredProfile } from './restored-settings.ts'
import { withRetiredOfHere } from './retired-credentials.ts'

/** One profile to restore, with the ids that it gets on this computer. */
export interface RestoreStep {
  readonly kind: 'add' | 'replace'
  readonly stored: StoredProfile
  /** The backup's credential ids → ids on this computer. */
  readonly credentialIds: ReadonlyMap<string, string>
  /** The profile as it is in the backup. */
  readonly source: StoredProfile
  /** The profile on this computer that is replaced. */
  readonly replaced?: StoredProfile
  /** The profile on this computer that it could have replaced, if it is added instead. */
  readonly beside?: StoredProfile
}

export interface RestorePlanning {
  readonly profiles: readonly StoredProfile[]
  readonly choices: BackupChoices
  readonly here: readonly StoredProfile[]
  /** What was retired on this computer. */
  readonly retired: RetiredCredentials
  /** Ids under which the keychain holds other secrets, which must be neither used nor replaced. */
  readonly occupied: ReadonlySet<string>
  /** Whether trusted CAs and proxies of the backup are kept. */
  readonly withNetwork: boolean
  readonly newId: () => string
}

/**
 * Plans the restore with the ids that everything gets here: those of the backup if they are free.
 * @throws `input-invalid`, `profile-name-taken`, `profile-not-found`, `credential-state-wrong` if another profile has a key
 */
export function planRestore(planning: RestorePlanning): RestoreStep[] {
  const { profiles, choices, here, retired } = planning
  const steps: RestoreStep[] = []
  const chosen = new Set<string>()
  for (const { profileId, choice } of choices) {
    const stored = profiles.find(({ profile }) => profile.id === profileId)
    if (stored === undefined || chosen.has(profileId))
      throw new ClavisError('input-invalid', 'The choices do not match this backup.', {
        hint: 'Open the backup again.',
      })
    chosen.add(profileId)
    if (choice.kind === 'skip') continue
    // Later steps see the result of earlier ones.
    const soFar = applySteps(here, steps, retired, '')
    if (choice.kind === 'add') steps.push(addition(stored, choice.name, soFar, planning))
    else steps.push(replacement(stored, soFar, planning))
  }
  requireValid(applySteps(here, steps, retired, ''), steps)
  requireOwnKeys(here, steps)
  return steps
}

/**
 * Makes sure that no restored profile has a name that looks like another's, or parameters that Clavis sets itself. A
 * replaced one may keep its name.
 * @param after the profiles with the steps applied
 * @throws `input-invalid`, `profile-name-taken`
 */
export function requireValid(after: readonly StoredProfile[], steps: readonly RestoreStep[]): void {
  for (const { stored, replaced } of steps) {
    requireOwnParameters(stored.profile)
    if (stored.profile.name !== replaced?.profile.name) checkName(after, stored.profile.name, stored.profile.id)
  }
}

/**
 * Applies the steps to the profiles.
 * @param retired what was retired on this computer, also since the steps were planned
 * @param now ISO 8601 instant
 * @throws `profile-name-taken`, `profile-not-found`
 */
export function applySteps(
  here: readonly StoredProfile[],
  steps: readonly RestoreStep[],
  retired: RetiredCredentials,
  now: string,
): StoredProfile[] {
  let after = [...here]
  for (const each of steps) {
    const { kind } = each
    const stored = { ...each.stored, credentials: withRetiredOfHere(each, retired) }
    const { id, name } = stored.profile
    if (after.some(({ profile }) => profile.name === name && profile.id !== id)) throw nameTaken(name)
    const before = after.find(({ profile }) => profile.id === id)
    if ((before === undefined) !== (kind === 'add')) throw changedElsewhere()
    after =
      before === undefined
        ? [...after, { ...stored, history: appendEvents(stored.history, restoredEvents(stored.credentials, now)) }]
        : after.map((each) => (each.profile.id === id ? merged(each, stored, now) : each))
  }
  return after
}

/**
 * Makes sure that the plan still fits the profiles: none to be replaced has changed, and no other has one of the keys.
 * @throws `profile-changed-elsewhere`, `credential-state-wrong`
 */
export function requireUnchanged(here: readonly StoredProfile[], steps: readonly RestoreStep[]): void {
  requireOwnKeys(here, steps)
  for (const { replaced } of steps) {
    if (replaced === undefined) continue
    const now = here.find(({ profile }) => profile.id === replaced.profile.id)
    // Its credentials, too: the question said which one signs and is warned of before and after.
    if (
      now?.profile.revision !== replaced.profile.revision ||
      !isDeepStrictEqual(now.credentials, replaced.credentials)
    )
      throw changedElsewhere()
  }
}

function changedElsewhere(): ClavisError {
  return new ClavisError('profile-changed-elsewhere', 'The profiles were changed elsewhere.', {
    hint: 'Open the backup again and review the changes.',
  })
}

function addition(
  stored: StoredProfile,
  name: string,
  here: readonly StoredProfile[],
  planning: RestorePlanning,
): RestoreStep {
  const { occupied, newId } = planning
  const { id } = stored.profile
  const takenCredentials = new Set([...occupied, ...here.flatMap(credentialIdsOf)])
  const isFree = !occupied.has(id) && !here.some(({ profile }) => profile.id === id)
  const beside = matchingProfile(stored, here)
  return step({ stored, name, profileId: isFree ? id : newId(), takenCredentials, beside }, planning)
}

function replacement(stored: StoredProfile, here: readonly StoredProfile[], planning: RestorePlanning): RestoreStep {
  const target = matchingProfile(stored, here)
  if (target === undefined)
    throw new ClavisError('profile-not-found', `“${stored.profile.name}” has no profile to replace on this computer.`, {
      hint: 'Add it instead.',
    })
  const { id, name } = target.profile
  const others = here.filter(({ profile }) => profile.id !== id)
  const takenCredentials = new Set([
    ...planning.occupied,
    ...others.flatMap(credentialIdsOf),
    ...idsOfOtherKeys(target, stored),
  ])
  // The backup's name, unless a third profile has it, or one that looks like it.
  const isNameFree = !others.some(({ profile }) => nameSkeleton(profile.name) === nameSkeleton(stored.profile.name))
  const newName = isNameFree ? stored.profile.name : name
  return step({ stored, name: newName, profileId: id, takenCredentials, replaced: target }, planning)
}

/**
 * Lists the ids that a replaced profile has for other keys than the backup: these keys stay, and those of the backup get
 * new ids.
 */
function idsOfOtherKeys(target: StoredProfile, from: StoredProfile): string[] {
  const own = byId(from.credentials)
  return target.credentials.flatMap(({ id, publicKeyFingerprint: key }) =>
    own[id]?.publicKeyFingerprint === key ? [] : [id],
  )
}

interface RestoreTarget {
  readonly stored: StoredProfile
  readonly name: string
  readonly profileId: string
  readonly takenCredentials: ReadonlySet<string>
  readonly replaced?: StoredProfile | undefined
  readonly beside?: StoredProfile | undefined
}

function step(
  { stored, name, profileId, takenCredentials, replaced, beside }: RestoreTarget,
  { retired, withNetwork, newId }: RestorePlanning,
): RestoreStep {
  const credentialIds = new Map(
    stored.credentials.map(({ id }) => [id, takenCredentials.has(id) ? newId() : id] as const),
  )
  // A key that a replacement has yet to create must not overwrite an existing one.
  const successor = stored.replacement?.newCredentialId
  const renewed: [string, string][] =
    successor !== undefined && takenCredentials.has(successor) ? [[successor, newId()]] : []
  const moved = withIds(stored, profileId, new Map([...renewed, ...credentialIds]))
  const profile = restoredProfile({ ...moved.profile, name }, replaced?.profile, withNetwork)
  const credentials = withRetiredOfHere({ source: stored, stored: moved, replaced, beside }, retired)
  return {
    kind: replaced === undefined ? 'add' : 'replace',
    stored: { ...moved, profile, credentials },
    credentialIds,
    source: stored,
    ...(replaced === undefined ? {} : { replaced }),
    ...(beside === undefined ? {} : { beside }),
  }
}

/** Lists the ids of a profile's keys, including the one of its replacement, which may not exist yet. */
function credentialIdsOf({ credentials, replacement }: StoredProfile): string[] {
  return [...credentials.map(({ id }) => id), ...(replacement === undefined ? [] : [replacement.newCredentialId])]
}

/** Gives a profile, its credentials, and what refers to them other ids. @param ids of credentials, as `credentialIds` */
function withIds(
  { profile, credentials, history, replacement }: StoredProfile,
  profileId: string,
  ids: ReadonlyMap<string, string>,
): StoredProfile {
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    profile: { ...profile, id: profileId },
    credentials: credentials.map((each) => ({ ...each, id: idOf(each.id), profileId })),
    history: history.map((event) => ({ ...event, credentialId: idOf(event.credentialId) })),
    replacement: replacement && {
      ...replacement,
      oldCredentialId: idOf(replacement.oldCredentialId),
      newCredentialId: idOf(replacement.newCredentialId),
    },
  }
}

/** Merges the backup's profile into the existing one, whose additional credentials stay but are deactivated. */
function merged(here: StoredProfile, from: StoredProfile, now: string): StoredProfile {
  const { profile, replacement } = from
  const credentials = withKeysOfHere(from.credentials, here.credentials)
  const own = new Set(credentials.map(({ id }) => id))
  const hasActive = credentials.some(({ state }) => state === 'active')
  const onlyHere = here.credentials.filter(({ id }) => !own.has(id))
  const kept = onlyHere.map((each) => (hasActive && each.state === 'active' ? deactivated(each) : each))
  const before = byId(here.credentials)
  const changed = credentials.filter((each) => !isDeepStrictEqual(before[each.id], each))
  return {
    profile: {
      ...profile,
      // Practice profiles are changed and removed without asking: a real one from the backup must not become one.
      practice: here.profile.practice && profile.practice,
      revision: here.profile.revision + 1,
      createdAt: here.profile.createdAt,
      updatedAt: now,
    },
    credentials: [...credentials, ...kept].sort(
      (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
    ),
    history: appendEvents(mergedHistory(here.history, from.history), [
      ...eventsBetween(onlyHere, kept, now),
      ...restoredEvents(changed, now),
    ]),
    ...(replacement === undefined ? {} : { replacement }),
  }
}

/** Merges two histories without duplicates, oldest first. */
function mergedHistory(one: readonly CredentialEvent[], other: readonly CredentialEvent[]): CredentialEvent[] {
  const distinct = new Map([...one, ...other].map((event) => [JSON.stringify(event), event]))
  return [...distinct.values()].sort((first, second) => Date.parse(first.at) - Date.parse(second.at))
}

function restoredEvents(credentials: readonly Credential[], at: string): CredentialEvent[] {
  return credentials.map((credential) => ({
    at,
    credentialId: credential.id,
    credentialName: nameInHistory(credential),
    kind: 'restored',
  }))
}
