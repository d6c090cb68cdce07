import { expect } from 'vitest'
import { withoutAsking } from '../../../confirmation.ts'
import { OsKeychain } from '../../../keychain/os-keychain.ts'
import type { ProfileStore } from '../../../profiles/store/profile-store.ts'
import { ActivityLog } from '../../../requests/activity-log.ts'
import { KeyUses } from '../../../requests/key-uses.ts'
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
  const { database } = profiles
  const keychain = new OsKeychain({ database, env })
  const keyUses = new KeyUses({ activity: new ActivityLog(), now: Date.now })
  const recovery = new RecoveryService({ profiles, keychain, keyUses, now: Date.now })
  const traces = await new KeyTraces({ database, now: Date.now }).list()
  const keys = await recovery.list()
  for (const { keyId, state, origin } of keys) {
    const trace = traces.find((each) => each.keyId === keyId)
    expect(state).not.toBe('in-progress')
    if (state !== 'assigned' && state !== 'missing') expect({ keyId, state, origin }).toHaveProperty('origin.purpose')
    if (state === 'missing' && !missing.has(keyId)) expect({ keyId, trace }).toHaveProperty('trace.purpose', 'delete')
    if (state === 'missing') missing.add(keyId)
  }
  if (!deletesRest) return
  for (const { keyId, state } of keys)
    if (state !== 'assigned' && state !== 'missing') await recovery.delete(keyId, withoutAsking)
  const rest = await recovery.list()
  expect(rest.filter(({ state }) => state !== 'assigned' && state !== 'missing')).toEqual([])
  // A key whose deletion was interrupted is missing once its rest is deleted, and needs no trace from then on.
  for (const { keyId } of rest.filter(({ state }) => state === 'missing')) missing.add(keyId)
  expect(await recovery.leftBehind()).toBe(0)
}
