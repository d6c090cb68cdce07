import type { z } from 'zod'
import { appCalls, practiceCalls } from './settings/app-calls.ts'
import { backupCalls } from './backup/backup-calls.ts'
import {
  connectionCalls,
  doctorCalls,
  tokenCalls,
  trustCalls,
  activityCalls,
} from './requests/request-calls.ts'
import { credentialCalls, recoveryCalls } from './credentials/credential-calls.ts'
import { events } from './events.ts'
import { expiryCalls } from './expiry/expiry-calls.ts'
import { listCalls, jobCalls, snapshotCalls } from './lists/list-calls.ts'
import { profileCalls } from './profiles/profile-calls.ts'
import { replacementCalls } from './replacements/replacement-calls.ts'

/**
 * Every call that the page can make. Main validates input and output at run time; the page only has their types. A new
 * call is one line in its part of the contract, without which neither side compiles:
 *
 *     // its part of the contract: the schemas of input and output
 *     'connection.test': { input: ofProfile, output: apiResponseSchema },
 *     // electron/ipc/handlers: the input has passed its schema, the result must pass the other one
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
