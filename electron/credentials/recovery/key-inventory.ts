import { isKeyDestroyed, type Credential } from '#shared/credentials/credential.ts'
import { keyIdSchema, keyStates, type KeyRecord, type KeyState } from '#shared/credentials/recovery.ts'
import { credentialIdOf, type StoredSecret } from '../../keychain/keychain.ts'
import { nameInHistory } from '../../profiles/store/credential-history.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { KeyTrace } from '../key-traces.ts'

/** What was read, in this order, so that running operations don't look like losses. */
export interface InventorySources {
  readonly tracesInProgress: readonly KeyTrace[]
  readonly otherTraces: readonly KeyTrace[]
  readonly profilesBefore: readonly StoredProfile[]
  readonly secrets: readonly StoredSecret[]
  readonly profiles: readonly StoredProfile[]
}

interface Owner {
  readonly stored: StoredProfile
  readonly credential: Credential
}

/** Compares the keychain's keys with the profiles' credentials. Those that need attention come first. */
export function takeInventory(sources: InventorySources): KeyRecord[] {
  const owners = ownersOf(sources.profiles)
  const ownersBefore = ownersOf(sources.profilesBefore)
  const inProgress = new Set(sources.tracesInProgress.map(({ keyId }) => keyId))
  const traces = new Map([...sources.tracesInProgress, ...sources.otherTraces].map((trace) => [trace.keyId, trace]))
  const held = new Map(
    sources.secrets.flatMap(({ account, isComplete }) => {
      const keyId = keyIdSchema.safeParse(credentialIdOf(account)).data
      return keyId === undefined ? [] : [[keyId, isComplete] as const]
    }),
  )

  const stateOf = (keyId: string): KeyState | undefined => {
    const owner = owners.get(keyId)
    const isComplete = held.get(keyId)
    if (owner !== undefined && !isKeyDestroyed(owner.credential)) {
      if (isComplete === true) return 'assigned'
      if (isComplete === false && !inProgress.has(keyId)) return 'unreadable'
      // A key that was added after the keychain was listed is not missing.
      return ownersBefore.has(keyId) && !inProgress.has(keyId) ? 'missing' : 'in-progress'
    }
    if (isComplete === undefined) return undefined
    if (inProgress.has(keyId)) return 'in-progress'
    if (!isComplete) return 'unreadable'
    return owner === undefined ? 'unassigned' : 'marked-deleted'
  }

  return [...new Set([...held.keys(), ...owners.keys()])]
    .flatMap((keyId): KeyRecord[] => {
      const state = stateOf(keyId)
      if (state === undefined) return []
      const [owner, trace] = [owners.get(keyId), traces.get(keyId)]
      return [
        {
          keyId,
          state,
          ...(owner === undefined ? {} : { profile: profileOf(owner) }),
          ...(trace === undefined || state === 'assigned' ? {} : { origin: originOf(trace) }),
        },
      ]
    })
    .sort((one, other) => keyStates.indexOf(one.state) - keyStates.indexOf(other.state))
}

/**
 * Returns whether the profiles alone show that a trace's operation finished and left nothing behind. The keychain's
 * content is not known here.
 */
export function isSettled({ keyId, purpose }: KeyTrace, profiles: readonly StoredProfile[]): boolean {
  const owner = ownersOf(profiles).get(keyId)
  const hasKey = owner !== undefined && !isKeyDestroyed(owner.credential)
  return purpose === 'delete' ? !hasKey : hasKey
}

/** Returns whether a trace is no longer needed after the keychain was listed. */
export function isSpent({ keyId, purpose }: KeyTrace, keys: readonly KeyRecord[]): boolean {
  const state = keys.find((key) => key.keyId === keyId)?.state
  // A key that is missing is listed by its profile. That its removal was interrupted is said until that is finished.
  return state === undefined || state === 'assigned' || (state === 'missing' && purpose !== 'delete')
}

function ownersOf(profiles: readonly StoredProfile[]): Map<string, Owner> {
  return new Map(
    profiles.flatMap((stored) => stored.credentials.map((credential) => [credential.id, { stored, credential }])),
  )
}

function profileOf({ stored: { profile }, credential }: Owner): KeyRecord['profile'] {
  const { id, name, environment, practice } = profile
  return { id, name, environment, practice, credentialName: nameInHistory(credential) }
}

function originOf({ profileId, profileName, purpose, at }: KeyTrace): KeyRecord['origin'] {
  return { profileId, profileName, purpose, at }
}
