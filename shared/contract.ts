import type { z } from 'zod'
import { backupCalls } from './backup/backup-calls.ts'
import type { CallResult } from './call-shapes.ts'
import { credentialCalls, recoveryCalls } from './credentials/credential-calls.ts'
import { doctorCalls } from './diagnostics/diagnosis-calls.ts'
import { events } from './events.ts'
import { expiryCalls } from './expiry/expiry-calls.ts'
import { healthCalls } from './health/health-calls.ts'
import { listCalls, jobCalls, snapshotCalls } from './lists/list-calls.ts'
import { localAddressCalls } from './local-address/local-address-calls.ts'
import { practiceCalls } from './practice/practice-calls.ts'
import { profileCalls, trustCalls } from './profiles/profile-calls.ts'
import { replacementCalls } from './replacements/replacement-calls.ts'
import { activityCalls, connectionCalls } from './requests/request-calls.ts'
import { appCalls } from './settings/app-calls.ts'
import { tokenCalls } from './tokens/token-calls.ts'
import { watchCalls } from './watches/watch-calls.ts'

/**
 * Every call that the page can make. Main validates input and output at run time; the page only has their types. A new
 * call is one line in its part of the contract, without which neither side compiles:
 *
 *     // its part of the contract: what it does (here with the profile that its input names), and the schemas
 *     'connection.test': { access: 'uses', input: ofProfile, output: apiResponseSchema },
 *     // the feature's handlers in electron: the input has passed its schema, the result must pass the other one
 *     'connection.test': ({ profileId }) => client.testConnection(profileId),
 *     // the page: the types come from the schemas; a failure is a ClavisError with a code of the closed list
 *     const { status } = await call('connection.test', { profileId })
 */
export const calls = {
  ...appCalls,
  ...profileCalls,
  ...trustCalls,
  ...credentialCalls,
  ...replacementCalls,
  ...recoveryCalls,
  ...expiryCalls,
  ...healthCalls,
  ...backupCalls,
  ...tokenCalls,
  ...connectionCalls,
  ...doctorCalls,
  ...listCalls,
  ...snapshotCalls,
  ...jobCalls,
  ...activityCalls,
  ...practiceCalls,
  ...localAddressCalls,
  ...watchCalls,
} as const

export { events }

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>
export type Events = typeof events
export type EventName = keyof Events
export type EventPayload<N extends EventName> = z.output<Events[N]>

/** The object that preload defines on `window`: a function for each call, and one to listen to events. */
export interface ClavisBridge {
  readonly call: (name: CallName, input: unknown) => Promise<CallResult>
  /** Listens to an event; returns the unsubscribe function. */
  readonly on: (name: EventName, listener: (payload: unknown) => void) => () => void
}
