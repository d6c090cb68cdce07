import type { z } from 'zod'
import { activityCalls } from './contract/connection/activity-calls.ts'
import { appCalls } from './contract/app-calls.ts'
import { backupCalls } from './contract/credentials/backup-calls.ts'
import { connectionCalls } from './contract/connection/connection-calls.ts'
import { credentialCalls } from './contract/credentials/credential-calls.ts'
import { doctorCalls } from './contract/connection/doctor-calls.ts'
import { events } from './contract/events.ts'
import { expiryCalls } from './contract/credentials/expiry-calls.ts'
import { listCalls, jobCalls, snapshotCalls } from './contract/lists/list-calls.ts'
import { practiceCalls } from './contract/practice-calls.ts'
import { profileCalls } from './contract/credentials/profile-calls.ts'
import { recoveryCalls } from './contract/credentials/recovery-calls.ts'
import { replacementCalls } from './contract/credentials/replacement-calls.ts'
import { tokenCalls } from './contract/connection/token-calls.ts'
import { trustCalls } from './contract/connection/trust-calls.ts'

/**
 * Every call that the page can make, with the schemas that both sides validate at run time. A new call is one line in
 * its part of the contract; main doesn't compile until it has a handler, and the page's `call` knows it at once.
 */
export const calls = {
  ...appCalls,
  ...profileCalls,
  ...trustCalls,
  ...credentialCalls,
  ...replacementCalls,
  ...recoveryCalls,
  ...expiryCalls,
  ...backupCalls,
  ...tokenCalls,
  ...connectionCalls,
  ...doctorCalls,
  ...listCalls,
  ...snapshotCalls,
  ...jobCalls,
  ...activityCalls,
  ...practiceCalls,
} as const

export { events }

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>
export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<N extends EventName> = z.output<Events[N]>
