import type { Access } from '#shared/call-shapes.ts'
import type { CallInput, CallName, CallOutput, EventName, EventPayload } from '#shared/contract.ts'
import type { Confirm } from './confirmation.ts'
import type { FileDialogs } from './files/file-dialogs.ts'
import type { SavedFile } from './files/saved-file.ts'
import type { SeesProfile } from './profiles/guards/require-usable.ts'
import type { Services } from './services.ts'
import type { Desktop } from './window/desktop.ts'
import type { JobsUnderWay } from './window/jobs-under-way.ts'
import type { WindowFiles } from './window/window-files.ts'

/** Who makes a call: what it may do, and how it is asked. */
export interface Caller {
  /** Jobs and opened files belong to the caller that started or chose them. */
  readonly id: number
  readonly may: readonly Access[]
  /** The only calls that it makes, of those that it may make (default: all). */
  readonly only?: readonly CallName[]
  /** Which profiles exist for it (default: all). */
  readonly sees?: SeesProfile
  /** Asks before something happens, also deep inside, such as about a new host. */
  readonly confirm: Confirm
  readonly files: FileDialogs
}

/** What a handler returns, directly or as a promise. Without an output it may return nothing. */
type HandlerResult<Output> = [Output] extends [undefined] ? void | Promise<void> : Output | Promise<Output>

/** A handler for every call of the contract: a missing or wrong one doesn't compile. */
export type CallHandlers = {
  readonly [N in CallName]: (input: CallInput<N>, caller: Caller) => HandlerResult<CallOutput<N>>
}

/** The handlers of the calls of these features. */
export type HandlersOf<Feature extends string> = Pick<CallHandlers, Extract<CallName, `${Feature}.${string}`>>

/** Sends an event of the contract to every window; validates its payload first. */
export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void

/** What the handlers are made of. */
export interface HandlerContext {
  readonly services: Services
  /** Questions and file dialogs are the caller's. */
  readonly desktop: Omit<Desktop, 'ask' | 'dialogs'>
  readonly sendEvent: SendEvent
  readonly jobs: JobsUnderWay
  /** Paths of files to import certificates and keys from. */
  readonly chosenFiles: WindowFiles<readonly string[]>
  /** Files that were just written. */
  readonly savedFiles: WindowFiles<SavedFile>
  readonly openedProfileFiles: WindowFiles<Uint8Array>
  /** Encrypted. */
  readonly openedBackups: WindowFiles<Uint8Array>
}
