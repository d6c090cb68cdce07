import { expect } from 'vitest'
import { withoutAsking } from '../../../confirmation.ts'
import { OsKeychain } from '../../../keychain/os-keychain.ts'
import type { ProfileStore } from '../../../profiles/store/profile-store.ts'
import { ActivityLog } from '../../../requests/activity-log.ts'
import { KeyUses } from '../../../requests/key-uses.ts'
import { sharedKeychain } from '../../../testing/shared-keychain.ts'
import { KeyTraces } from '../../key-traces.ts'
import { RecoveryService } from '../recovery-service.ts'

/** Keys that were found missing, which they stay. */
const missing = new Set<string>()

/**
 * Expects every key that a killed process left to have a profile or a trace, and only keys that were being deleted to be
 * missing.
 * @param env of the session whose keychain has them
 * @param deletesRest whether to delete those without a profile, and expect nothing to be left behind
 */
export async function examineLeftKeys(
  profiles: ProfileStore,
  env: NodeJS.ProcessEnv,
  deletesRest: boolean,
): Promise<void> {
  const recovery = recoveryOf(profiles, env)
  const traces = await new KeyTraces({ database: profiles.database, now: Date.now }).list()
  const keys = await recovery.list()
  for (const { keyId, state, origin } of keys) {
    const trace = traces.find((each) => each.keyId === keyId)
    expect(state).not.toBe('in-progress')
    if (state !== 'assigned' && state !== 'missing') expect({ keyId, state, origin }).toHaveProperty('origin.purpose')
    if (state === 'missing' && !missing.has(keyId)) expect({ keyId, trace }).toHaveProperty('trace.purpose', 'delete')
    if (state === 'missing') missing.add(keyId)
  }
  if (!deletesRest) return
  await deleteLeftKeys(profiles, env)
  const rest = await recovery.list()
  expect(rest.filter(({ state }) => state !== 'assigned' && state !== 'missing')).toEqual([])
  const lost = rest.filter(({ state }) => state === 'missing')
  // Each is missing because its deletion was interrupted; it needs no trace from now on.
  for (const { keyId } of lost) missing.add(keyId)
  expect(await recovery.leftBehind()).toBe(lost.filter(({ origin }) => origin?.purpose === 'delete').length)
}

/** Deletes the keys in the keychain that no profile has. */
export async function deleteLeftKeys(profiles: ProfileStore, env: NodeJS.ProcessEnv): Promise<void> {
  const recovery = recoveryOf(profiles, env)
  for (const { keyId, state } of await recovery.list())
    if (state !== 'assigned' && state !== 'missing') await recovery.delete(keyId, withoutAsking)
}

function recoveryOf(profiles: ProfileStore, env: NodeJS.ProcessEnv): RecoveryService {
  const { database } = profiles
  const keychain = new OsKeychain({ database, env, startProcess: sharedKeychain })
  const keyUses = new KeyUses({ activity: new ActivityLog(), now: Date.now })
  return new RecoveryService({ profiles, keychain, keyUses, now: Date.now })
}
